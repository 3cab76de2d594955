import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { z } from 'zod'
import { backupContentsSchema } from '../../../shared/backup.ts'
import { AppFailure, appError, fail } from '../../../shared/errors.ts'
import { isWithin, type JsonBounds } from '../../json-bounds.ts'
import { ArchiveBounds, archiveEntriesMax } from './archive-bounds.ts'

const mediaId = z.string().regex(/^[0-9a-f]{64}$/)
const bytes = z.number().int().min(0)

const manifestSchema = z.strictObject({
  format: z.literal(1),
  /** Versions of the app and its database. */
  app: z.string().max(100),
  schema: z.number().int().min(1),
  madeAt: z.number(),
  contents: backupContentsSchema,
  database: z.strictObject({
    bytes,
    sha256: mediaId,
    /** Number of rows in every table. */
    rows: z.record(z.string().max(200), z.number().int().min(0)),
  }),
  media: z.array(z.strictObject({ id: mediaId, bytes })).max(10_000_000),
  /** Files in the database that were missing on disk when the backup was made. */
  missing: z.array(mediaId).max(10_000_000),
})
/** The manifest at the end of a backup. */
export type BackupManifest = z.infer<typeof manifestSchema>

/** Parts of a backup besides library files. */
export const manifestName = 'manifest.json'
export const databaseName = 'atelier.db'
export const settingsName = 'settings.json'
/** About 120 bytes and three values for each library file. */
const manifestBounds: JsonBounds = { bytes: 64 * 1024 * 1024, values: 2_000_000 }
const settingsBounds: JsonBounds = { bytes: 16 * 1024 * 1024, values: 500_000 }
/** Smallest size of an entry and its index record, without its name, in bytes (APPNOTE 4.3.7 and 4.3.12). */
const entryBytesMin = 76
/** A database compresses to a few percent; a higher ratio is an attempt to fill the disk. */
const packingMax = 200

/** Consumers of a backup's parts. Each must read its stream to the end. */
export interface BackupTaker {
  readonly database: (content: Readable, manifest: BackupManifest) => Promise<void>
  readonly media: (id: string, content: Readable) => Promise<void>
  readonly settings: (text: string) => Promise<void>
}

/** A manifest as read from a backup. */
export interface ReadManifest {
  readonly manifest: BackupManifest
  /** SHA-256 of its bytes. It vouches for the database and the library files, because it contains their hashes. */
  readonly hash: string
}

/** Reads a backup's manifest. Throws an AppFailure: `not_a_backup`, `backup_damaged` or `backup_newer`. */
export async function readManifest(path: string, newestSchema: number): Promise<ReadManifest> {
  const zip = await openZip(path)
  try {
    const entries = await entriesOf(zip, path)
    return await manifestIn(zip, entries, newestSchema)
  } finally {
    zip.close()
  }
}

/**
 * Reads every byte of a backup. Each file must have the hash in its name or in the manifest, and no file may be missing
 * or extra. Throws an AppFailure as `readManifest` does.
 */
export async function readArchive(
  path: string,
  newestSchema: number,
  taker: BackupTaker,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ReadManifest> {
  const zip = await openZip(path)
  try {
    const entries = await entriesOf(zip, path)
    const read = await manifestIn(zip, entries, newestSchema)
    const { manifest } = read
    const expected = new Map([
      [databaseName, { bytes: manifest.database.bytes, sha256: manifest.database.sha256 }],
      ...manifest.media.map(({ id, bytes: length }) => [mediaName(id), { bytes: length, sha256: id }] as const),
    ])
    let done = 0
    for (const entry of entries.values()) {
      signal.throwIfAborted()
      if (entry.fileName === manifestName) continue
      if (entry.fileName === settingsName) {
        await taker.settings((await bytesOf(zip, entry, settingsBounds)).toString('utf8'))
        continue
      }
      const wanted = expected.get(entry.fileName) ?? fail('backup_damaged', 'a file that the manifest does not know')
      expected.delete(entry.fileName)
      refuseSwollen(entry, wanted.bytes)
      const hash = createHash('sha256')
      const content = tapped(await contentOf(zip, entry), (chunk) => {
        hash.update(chunk)
        done += chunk.length
        onBytes(done)
      })
      if (entry.fileName === databaseName) await taker.database(content, manifest).catch(unreadable)
      else await taker.media(wanted.sha256, content).catch(unreadable)
      if (hash.digest('hex') !== wanted.sha256) fail('backup_damaged', 'a file whose content has changed')
    }
    if (expected.size > 0) fail('backup_damaged', `${expected.size} files are missing`)
    return read
  } finally {
    zip.close()
  }
}

/**
 * Returns the same stream, with `look` called on each chunk. Reading starts only when the consumer reads, which may be
 * later.
 */
function tapped(content: Readable, look: (chunk: Buffer) => void): Readable {
  return Readable.from(
    (async function* () {
      for await (const chunk of content) {
        look(chunk)
        yield chunk
      }
    })(),
  )
}

/** Returns the path of a library file in a backup, and in the data folder. */
export function mediaName(id: string): string {
  return `media/${id.slice(0, 2)}/${id}`
}

/** Reads a stream to its end and discards it. */
export async function drain(content: Readable): Promise<void> {
  for await (const _chunk of content);
}

/** Writes a stream into a new file and syncs it to disk. */
export async function writeNew(content: Readable, folder: string, name: string): Promise<void> {
  const path = join(folder, name)
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Resolves to true if a file begins like a ZIP file (APPNOTE 4.3.7). Rejects when it cannot be read. */
export async function beginsAsArchive(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === 'PK\x03\x04'
  } finally {
    await file.close()
  }
}

type Entries = ReadonlyMap<string, yauzl.Entry>

async function openZip(path: string): Promise<yauzl.ZipFile> {
  const begins = await beginsAsArchive(path)
  return await new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (cause, zip) => {
      if (cause || !zip)
        reject(
          new AppFailure(
            begins ? appError('backup_damaged', 'an archive without its end') : appError('not_a_backup', 'no archive'),
            { cause },
          ),
        )
      else resolve(zip)
    })
  })
}

/** Returns all entries by name. Accepts only names of a backup, within the bounds of archives; unpacks nothing. */
async function entriesOf(zip: yauzl.ZipFile, path: string): Promise<Entries> {
  const { size } = await stat(path)
  // an index that claims impossible sizes is not read at all
  if (zip.entryCount > Math.min(archiveEntriesMax, size / entryBytesMin))
    fail('backup_damaged', `${zip.entryCount} files are claimed`)
  const entries = new Map<string, yauzl.Entry>()
  const bounds = new ArchiveBounds(size)
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      const { fileName } = entry
      const known = [manifestName, databaseName, settingsName].includes(fileName)
      const media = /^media\/([0-9a-f]{2})\/\1[0-9a-f]{62}$/.test(fileName)
      if (!known && !media) return reject(new AppFailure(appError('not_a_backup', 'a file that no backup has')))
      const fault = entry.isEncrypted() ? 'a file under a password' : bounds.addEntry(entry)
      if (fault !== null) return reject(new AppFailure(appError('backup_damaged', fault)))
      entries.set(fileName, lean(entry))
      zip.readEntry()
    })
    zip.on('end', resolve)
    zip.on('error', (cause) =>
      reject(new AppFailure(appError('backup_damaged', 'its index cannot be read'), { cause })),
    )
    zip.readEntry()
  })
  const fault = bounds.endArchive()
  if (fault !== null) fail('backup_damaged', fault)
  return entries
}

/** Drops comments and extra fields, which would keep up to 128 KB per entry in memory. */
function lean(entry: yauzl.Entry): yauzl.Entry {
  entry.extraFields = []
  entry.extraFieldRaw = nothing
  entry.fileCommentRaw = nothing
  entry.fileComment = ''
  entry.comment = ''
  return entry
}

const nothing = Buffer.alloc(0)

async function manifestIn(zip: yauzl.ZipFile, entries: Entries, newestSchema: number): Promise<ReadManifest> {
  const entry = entries.get(manifestName) ?? fail('not_a_backup', 'no manifest')
  const content = await bytesOf(zip, entry, manifestBounds)
  // nothing else vouches for the manifest itself
  if (crc32(content) !== entry.crc32) fail('backup_damaged', 'a manifest with another checksum')
  const text = content.toString('utf8')
  const body = z.object({ format: z.number(), schema: z.number() }).safeParse(fromJson(text)).data
  if (body !== undefined && (body.format > 1 || body.schema > newestSchema))
    fail('backup_newer', `format ${body.format}, schema ${body.schema}`)
  const manifest =
    manifestSchema.safeParse(fromJson(text)).data ?? fail('backup_damaged', 'a manifest that makes no sense')
  if (!entries.has(databaseName)) fail('backup_damaged', 'no database')
  return { manifest, hash: createHash('sha256').update(content).digest('hex') }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Refuses an entry whose length differs from its header or that expands out of proportion. */
function refuseSwollen(entry: yauzl.Entry, length: number): void {
  if (entry.uncompressedSize !== length) fail('backup_damaged', 'a file of another length')
  const packed = Math.max(1024, entry.compressedSize)
  if (entry.uncompressedSize > packed * packingMax) fail('backup_damaged', 'a file that was made to fill a disk')
}

async function bytesOf(zip: yauzl.ZipFile, entry: yauzl.Entry, bounds: JsonBounds): Promise<Buffer> {
  if (entry.uncompressedSize > bounds.bytes) fail('backup_damaged', 'a file that is far too long')
  const chunks: Buffer[] = []
  const content = await contentOf(zip, entry)
  try {
    for await (const chunk of content) chunks.push(chunk)
  } catch (cause) {
    unreadable(cause)
  }
  const whole = Buffer.concat(chunks)
  return isWithin(whole, bounds) ? whole : fail('backup_damaged', 'a file with far too much in it')
}

async function contentOf(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  return await new Promise((resolve, reject) => {
    zip.openReadStream(entry, (cause, stream) => {
      if (cause || !stream) reject(new AppFailure(appError('backup_damaged', 'a file that cannot be read'), { cause }))
      else resolve(stream)
    })
  })
}

/** Converts errors of yauzl and of decompression; our own pass unchanged. */
function unreadable(cause: unknown): never {
  if (cause instanceof AppFailure) throw cause
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  // errors of the disk being written to, not of the backup
  if (/^(ENOSPC|EROFS|EACCES|EDQUOT|EPERM)$/.test(code)) throw cause
  throw new AppFailure(appError('backup_damaged', 'a file that cannot be read to its end'), { cause })
}
