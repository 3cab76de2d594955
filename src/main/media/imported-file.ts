import { readFile, stat } from 'node:fs/promises'
import { type ErrorCode, fail } from '../../shared/errors.ts'

/**
 * Reads a file that a user chose or dropped. Its path was checked earlier, but the file may have changed since. Throws
 * an AppFailure `file_refused`, or `tooLarge` for more than `bytesMax` bytes.
 */
export async function readImportedFile(
  path: string,
  bytesMax: number,
  tooLarge: ErrorCode = 'file_refused',
): Promise<Uint8Array> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) return fail('file_refused', 'not a file any more')
  if (found.size > bytesMax) return fail(tooLarge, `${found.size} bytes`)
  return await readFile(path).catch(() => fail('file_refused', 'the file cannot be read'))
}
