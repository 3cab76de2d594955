import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Syncs a folder's entries, so that renames survive a power failure. */
export function syncFolder(path: string): void {
  let folder: number
  try {
    folder = openSync(path, 'r')
  } catch {
    return // Windows cannot open folders and needs no sync
  }
  try {
    fsyncSync(folder)
  } catch {
    // a file system without folder sync
  } finally {
    closeSync(folder)
  }
}

/** Syncs a file's content to disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Replaces a small file atomically: after a crash or power failure the old or the new one exists, complete. */
export function replaceFile(path: string, text: string): void {
  const temporary = `${path}.new`
  writeFileSync(temporary, text, { mode: 0o600 })
  syncFile(temporary)
  renameSync(temporary, path)
  syncFolder(dirname(path))
}
