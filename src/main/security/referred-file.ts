import { constants } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'

/** A file outside the library that a person gave to be read, as it was then. */
export interface ReferredFile {
  /** Absolute, with symbolic links resolved. */
  readonly path: string
  readonly bytes: number
  /** When it was changed last, in ms as the file system tells. */
  readonly modifiedAt: number
}

/**
 * Opens a file that is referred to, for reading; null where it is not there any more as it was: moved, removed,
 * changed, or something else in its place. The caller closes it.
 */
export async function openReferred(file: ReferredFile): Promise<FileHandle | null> {
  let opened: FileHandle | null = null
  try {
    // before it is opened: opening a pipe would wait for somebody to write into it
    if (!isAsReferred(file, await lstat(file.path))) return null
    // Windows has no such flag, and no such links without special rights
    opened = await open(file.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    // what was looked at may have been replaced in between
    if (isAsReferred(file, await opened.stat())) return opened
    await opened.close()
    return null
  } catch {
    await opened?.close().catch(() => undefined)
    return null
  }
}

/** Opens a file of the library's own folder for reading. Rejects where it is gone, or is no regular file. */
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

/** Whether a file that is referred to is still there as it was. */
export async function isThere(file: ReferredFile): Promise<boolean> {
  const found = await lstat(file.path).catch(() => null)
  return found !== null && isAsReferred(file, found)
}

function isAsReferred(file: ReferredFile, found: Awaited<ReturnType<typeof lstat>>): boolean {
  return found.isFile() && found.size === file.bytes && found.mtimeMs === file.modifiedAt
}
