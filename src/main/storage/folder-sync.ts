import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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

/** Returns true if a path is free, or its file is Atelier's own: it begins like this text, perhaps truncated. */
export function isOurs(path: string, beginning: string): boolean {
  const wanted = Buffer.from(beginning)
  const head = Buffer.alloc(wanted.length)
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
  }
  try {
    const length = readSync(file, head, 0, head.length, 0)
    return head.subarray(0, length).equals(wanted.subarray(0, length))
  } catch {
    return false // a folder
  } finally {
    closeSync(file)
  }
}

/** Removes the partial file of a text with this beginning, left by a killed app. */
export function removeTorn(path: string, beginning: string): void {
  if (existsSync(path) && isOurs(path, beginning)) rmSync(path, { force: true })
}

/**
 * Replaces a small file atomically: after a crash or power failure the old or the new one exists, complete. Keeps
 * another program's `.new` file.
 */
export function replaceFile(path: string, text: string): void {
  const temporary = isOurs(`${path}.new`, text.slice(0, 2)) ? `${path}.new` : `${path}.${randomUUID()}.new`
  writeFileSync(temporary, text, { mode: 0o600 })
  syncFile(temporary)
  renameSync(temporary, path)
  syncFolder(dirname(path))
}
