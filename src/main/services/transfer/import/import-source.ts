import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { AppFailure, appError, fail } from '../../../../shared/errors.ts'
import { ArchiveBounds } from '../../backup/archive-bounds.ts'

/** A file of an import. */
export interface SourceFile {
  readonly name: string
  readonly bytes: number
  /**
   * Opens a stream over the file from its beginning. Rejects with an AppFailure `import_damaged` if the archive is
   * damaged there.
   */
  readonly read: () => Promise<Readable>
}

/** The files of a ZIP, or a single file. */
export interface ImportSource {
  /** Files by path, with forward slashes; a single file has its original name. */
  readonly files: ReadonlyMap<string, SourceFile>
  readonly close: () => void
}

/**
 * Opens a ZIP or a single file. Throws an AppFailure: `import_damaged` for an unreadable ZIP, one with names that lead
 * outside it or one that breaks `ArchiveBounds`; `import_encrypted` for one with a password; `file_refused` if the file
 * is gone.
 */
export async function openSource(path: string, name: string): Promise<ImportSource> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) return fail('file_refused', 'the file is not there any more')
  if (!(await isZip(path))) {
    const file = { name, bytes: found.size, read: async () => createReadStream(path) }
    return { files: new Map([[name, file]]), close: () => undefined }
  }
  const zip = await openZip(path)
  try {
    return { files: await filesOf(zip, found.size), close: () => zip.close() }
  } catch (cause) {
    zip.close()
    throw cause
  }
}

/**
 * Yields the content of a file in chunks, after passing each to the callback. A read error becomes `import_damaged`.
 */
export async function* contentOf(
  file: SourceFile,
  signal: AbortSignal,
  onChunk: (chunk: Buffer) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const stream = await file.read()
  try {
    for await (const chunk of stream) {
      signal.throwIfAborted()
      onChunk(chunk)
      yield chunk
    }
  } catch (cause) {
    if (cause instanceof AppFailure || signal.aborted) throw cause
    throw new AppFailure(appError('import_damaged', 'a file that cannot be read to its end'), { cause })
  } finally {
    stream.destroy()
  }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => fail('file_refused', 'the file cannot be read'))
  try {
    const head = Buffer.alloc(4)
    await file.read(head, 0, 4, 0)
    // of a first file, or of an empty archive
    return head.equals(Buffer.from('PK\u0003\u0004')) || head.equals(Buffer.from('PK\u0005\u0006'))
  } finally {
    await file.close()
  }
}

async function openZip(path: string): Promise<yauzl.ZipFile> {
  return await new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (cause, zip) => {
      if (cause || !zip) reject(damaged('a ZIP that cannot be read', cause))
      else resolve(zip)
    })
  })
}

async function filesOf(zip: yauzl.ZipFile, archiveBytes: number): Promise<ReadonlyMap<string, SourceFile>> {
  const files = new Map<string, SourceFile>()
  const bounds = new ArchiveBounds(archiveBytes)
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      const { fileName } = entry
      const refusal = bounds.addEntry(entry)
      if (refusal !== null) return reject(damaged(refusal))
      if (!fileName.endsWith('/')) {
        if (entry.isEncrypted()) return reject(new AppFailure(appError('import_encrypted', 'a ZIP under a password')))
        files.set(fileName, {
          name: fileName,
          bytes: entry.uncompressedSize,
          read: () => streamOf(zip, entry),
        })
      }
      zip.readEntry()
    })
    zip.on('end', () => {
      const refusal = bounds.endArchive()
      if (refusal === null) resolve()
      else reject(damaged(refusal))
    })
    // also for names that lead outside the archive
    zip.on('error', (cause) => reject(damaged('its index cannot be read', cause)))
    zip.readEntry()
  })
  return files
}

async function streamOf(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  return await new Promise((resolve, reject) => {
    zip.openReadStream(entry, (cause, stream) => {
      if (cause || !stream) reject(damaged('a file that cannot be read', cause))
      else resolve(stream)
    })
  })
}

function damaged(detail: string, cause?: unknown): AppFailure {
  return new AppFailure(appError('import_damaged', detail), { cause })
}
