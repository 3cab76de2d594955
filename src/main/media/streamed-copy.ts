import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { AppFailure, appError, fail } from '../../shared/errors.ts'

/** Bytes per read: large enough to be fast, small enough not to block the thread. */
const chunkBytes = 1024 * 1024

/** A file to be read to its end. */
export interface StreamedFile {
  readonly path: string
  /** True if the file is our own and may be moved. */
  readonly temporary: boolean
  readonly signal: AbortSignal
  /** Called from time to time with the number of bytes read. */
  readonly onBytes?: (bytes: number) => void
}

interface ReadThrough {
  readonly id: string
  readonly bytes: number
  readonly modifiedAt: number
}

/** Reads the hash, length and modification time (ms, by the file system) of a file that is not copied. */
export async function hashReferred(source: StreamedFile): Promise<ReadThrough> {
  return await readThrough(source, 'r', async () => {})
}

/**
 * Syncs our own file to disk and returns its content hash and length. Throws an AppFailure `file_refused` if it changes
 * meanwhile.
 */
export async function hashFile(source: StreamedFile): Promise<{ readonly id: string; readonly bytes: number }> {
  // opened for writing too, because Windows cannot sync a file otherwise
  return await readThrough(
    source,
    'r+',
    async () => {},
    (file) => file.sync(),
  )
}

/** Copies a file to a new one, syncs it to disk, and returns its content hash. */
export async function copyHashed(
  source: StreamedFile,
  target: string,
): Promise<{ readonly id: string; readonly bytes: number }> {
  const file = await open(target, 'wx', 0o600)
  try {
    const read = await readThrough(source, 'r', async (chunk) => {
      // a write may take fewer bytes than given
      for (let done = 0; done < chunk.length; ) done += (await file.write(chunk, done)).bytesWritten
    })
    await file.sync()
    return read
  } finally {
    await file.close()
  }
}

async function readThrough(
  source: StreamedFile,
  flags: 'r' | 'r+',
  take: (chunk: Uint8Array) => Promise<void>,
  atEnd: (file: FileHandle) => Promise<void> = async () => {},
): Promise<ReadThrough> {
  const file = await open(source.path, flags).catch(unreadable)
  try {
    const before = await file.stat().catch(unreadable)
    const hash = createHash('sha256')
    const buffer = new Uint8Array(chunkBytes)
    let bytes = 0
    for (;;) {
      if (source.signal.aborted) throw new AppFailure(appError('cancelled'))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, bytes).catch(unreadable)
      if (bytesRead === 0) break
      const chunk = buffer.subarray(0, bytesRead)
      hash.update(chunk)
      await take(chunk)
      bytes += bytesRead
      source.onBytes?.(bytes)
      // a file that grows as fast as it is read would never end
      if (bytes > before.size) break
    }
    await refuseChanged(file, before, bytes)
    await atEnd(file)
    return { id: hash.digest('hex'), bytes, modifiedAt: before.mtimeMs }
  } finally {
    await file.close()
  }
}

async function refuseChanged(
  file: FileHandle,
  before: { readonly size: number; readonly mtimeMs: number },
  bytes: number,
): Promise<void> {
  const after = await file.stat().catch(unreadable)
  if (bytes === before.size && after.size === before.size && after.mtimeMs === before.mtimeMs) return
  const how = bytes < before.size || after.size < before.size ? 'became shorter' : 'grew or was changed'
  fail('file_refused', `the file ${how} while it was read`)
}

function unreadable(cause: unknown): never {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
  throw new AppFailure(appError('file_refused', `the file cannot be read (${code})`), { cause })
}
