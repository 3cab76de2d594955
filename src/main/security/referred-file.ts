import { constants } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'

/** A file outside the library that a user chose, with its state at that time. */
export interface ReferredFile {
  /** Absolute, with symbolic links resolved. */
  readonly path: string
  readonly bytes: number
  /** Modification time in ms, as the file system states it. */
  readonly modifiedAt: number
}

/**
 * Opens a referenced file for reading; null if it was moved, removed, changed or replaced since. The caller closes it.
 */
export async function openReferred(file: ReferredFile): Promise<FileHandle | null> {
  let opened: FileHandle | null = null
  try {
    // checked before opening, because opening a pipe would wait for a writer
    if (!isAsReferred(file, await lstat(file.path))) return null
    // Windows has no such flag, and creating such links there needs special rights
    opened = await open(file.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    // the file may have been replaced since the check
    if (isAsReferred(file, await opened.stat())) return opened
    await opened.close()
    return null
  } catch {
    await opened?.close().catch(() => undefined)
    return null
  }
}

/** Opens a file in the library's own folder for reading. Rejects if it is missing or not a regular file. */
export async function openOwn(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    if (!(await file.stat()).isFile()) throw new Error('no regular file')
    return file
  } catch (cause) {
    await file.close()
    throw cause
  }
}

/** Resolves to true if a referenced file still exists unchanged. */
export async function isThere(file: ReferredFile): Promise<boolean> {
  const found = await lstat(file.path).catch(() => null)
  return found !== null && isAsReferred(file, found)
}

function isAsReferred(file: ReferredFile, found: Awaited<ReturnType<typeof lstat>>): boolean {
  return found.isFile() && found.size === file.bytes && found.mtimeMs === file.modifiedAt
}
