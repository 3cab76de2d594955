import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { AppFailure, fail } from '../../../shared/errors.ts'
import { storageError } from '../../storage/database.ts'

/**
 * Writes a temporary file of a new name next to the target, then renames it; the old file stays until the new one is
 * complete.
 * Throws an AppFailure `storage_full`, `storage_read_only`, or `not_found` when the source is missing.
 */
export async function written(path: string, write: (part: string) => Promise<void>): Promise<void> {
  // the user may have a file `${path}.part`, such as a browser's download
  const part = `${path}.${randomUUID()}.part`
  try {
    await write(part)
    await rename(part, path)
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined)
    if (cause instanceof AppFailure) throw cause
    const error = storageError(cause)
    if (error) throw new AppFailure(error, { cause })
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
      return fail('not_found', 'the file is not there any more')
    throw cause
  }
}
