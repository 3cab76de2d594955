import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppFailure, appError, fail } from '../../shared/errors.ts'
import type { CopiedFile } from './move-manifest.ts'
import type { FoundFile } from './moved-files.ts'

const pieceBytes = 1024 * 1024

/** Returns an error of the target folder in a user's terms. */
export function targetFailure(cause: unknown): AppFailure {
  if (cause instanceof AppFailure) {
    // this error is about a data folder, and the target is not one yet
    if (cause.error.code === 'folder_not_lockable')
      return new AppFailure(appError('target_no_locking', cause.error.detail), { cause })
    return cause.error.code.startsWith('storage_') ? targetFailure(cause.cause) : cause
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
  if (/^(ENOSPC|EDQUOT|EFBIG)$/.test(code)) return new AppFailure(appError('target_full', code), { cause })
  if (/^(EROFS|EACCES|EPERM)$/.test(code)) return new AppFailure(appError('target_read_only', code), { cause })
  return new AppFailure(appError('target_lost', code), { cause })
}

/** Returns the path of a file while it is copied. */
export function partialPathOf(path: string): string {
  return `${path}.moving`
}

/**
 * Copies a file to the same path in another folder. It is synced, read back and compared before it gets its name.
 * Throws an AppFailure: `source_unreadable`, `target_full`, `target_read_only`, `target_lost`.
 */
export async function copyFile(
  file: FoundFile,
  from: string,
  to: string,
  onBytes: (bytes: number) => void,
): Promise<CopiedFile> {
  const path = join(to, file.path)
  const part = partialPathOf(path)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(atTarget)
  const source = await open(join(from, file.path), 'r').catch(atSource(file))
  try {
    const written = await write(source, part, file, onBytes)
    if ((await hashOf(part, onBytes)) !== written.sha256) fail('target_lost', 'what was read back is something else')
    await rename(part, path).catch(atTarget)
    return { ...written, modifiedAt: file.modifiedAt }
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined)
    throw cause
  } finally {
    await source.close()
  }
}

async function write(
  source: FileHandle,
  part: string,
  file: FoundFile,
  onBytes: (bytes: number) => void,
): Promise<Pick<CopiedFile, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256')
  const target = await open(part, 'w', 0o600).catch(atTarget)
  try {
    let bytes = 0
    for await (const piece of pieces(source, file)) {
      hash.update(piece)
      await writeAll(target, piece).catch(atTarget)
      bytes += piece.length
      onBytes(piece.length)
    }
    // Backups are identified by their modification time in whole ms; the middle of the ms survives the conversion to
    // seconds.
    const seconds = (Math.trunc(file.modifiedAt) + 0.5) / 1000
    await target.utimes(seconds, seconds).catch(() => undefined)
    await target.sync().catch(atTarget)
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await target.close()
  }
}

async function* pieces(source: FileHandle, file: FoundFile): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(pieceBytes)
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, pieceBytes, null).catch(atSource(file))
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten
}

async function hashOf(path: string, onBytes: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path, 'r').catch(atTarget)
  try {
    const buffer = Buffer.alloc(pieceBytes)
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, pieceBytes, null).catch(atTarget)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, bytesRead))
      onBytes(bytesRead)
    }
  } finally {
    await file.close()
  }
}

function atTarget(cause: unknown): never {
  throw targetFailure(cause)
}

function atSource(file: FoundFile): (cause: unknown) => never {
  return (cause) => {
    throw new AppFailure(appError('source_unreadable', file.path), { cause })
  }
}
