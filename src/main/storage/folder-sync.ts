import { closeSync, fsyncSync, openSync } from 'node:fs'

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
