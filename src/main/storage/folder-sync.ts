import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Puts the names in a folder on the disk: what was renamed there stays renamed after a loss of power. */
export function syncFolder(path: string): void {
  let folder: number
  try {
    folder = openSync(path, 'r')
  } catch {
    return // Windows opens no folders, and needs none of this
  }
  try {
    fsyncSync(folder)
  } catch {
    // a file system without it
  } finally {
    closeSync(folder)
  }
}

/** Puts a file's content on the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Writes a small file in one step: after a crash or a loss of power there is the old one or the new one, whole. */
export function replaceFile(path: string, text: string): void {
  const temporary = `${path}.new`
  writeFileSync(temporary, text, { mode: 0o600 })
  syncFile(temporary)
  renameSync(temporary, path)
  syncFolder(dirname(path))
}
