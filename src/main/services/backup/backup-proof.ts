import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { fail } from '../../../shared/errors.ts'
import { contentsOf, libraryFiles } from '../../storage/backup-contents.ts'
import { Database } from '../../storage/database.ts'
import { checkForeign, copiedOf, type ForeignContents } from '../../storage/foreign-database.ts'
import { freeBytes } from '../../storage/free-bytes.ts'
import { migrations } from '../../storage/migrations.ts'
import { type BackupManifest, type BackupTaker, drain, readArchive, readManifest, writeNew } from './backup-archive.ts'
import type { TaskStep, Tasks } from './backup-messages.ts'
import { isSealed, openSealed } from './sealed-file.ts'

const databaseName = 'proof.db'
const settingsName = 'proof.json'

type Report = (step: TaskStep['step'], progress: number | null) => void
type Opening = Tasks['verify']

/**
 * Resolves to the path of the backup as a plain archive: the file itself, or its decrypted content in the work folder.
 * Throws `wrong_passphrase`.
 */
async function plainArchive({ path, passphrase, work }: Opening, report: Report): Promise<string> {
  const bytes = (await stat(path)).size
  if (bytes === 0) fail('not_a_backup', 'an empty file')
  if (!(await isSealed(path))) return path
  if (passphrase === null) return fail('wrong_passphrase', 'it is under a passphrase')
  await wantRoom(work, bytes)
  const plain = join(work, 'opened.zip')
  await rm(plain, { force: true })
  await openSealed(path, plain, passphrase, (done) => report('opening', Math.min(1, done / bytes)))
  return plain
}

/** Resolves to a backup's manifest, not verified. Throws as `proveBackup` does. */
export async function lookInside(opening: Opening, report: Report): Promise<BackupManifest> {
  return (await readManifest(await plainArchive(opening, report), migrations.length)).manifest
}

/** A verified backup. */
export interface Proven {
  readonly manifest: BackupManifest
  /** SHA-256 of the manifest's bytes in the backup. */
  readonly hash: string
  /** Settings of the backup as JSON. */
  readonly settings: string
  /** Path of a copy of its database in the work folder. Its content is still foreign data. */
  readonly database: string
  /** Result of `checkForeign`: the verified contents of the database. */
  readonly foreign: ForeignContents
}

/** Consumers of a backup's parts during verification. */
export interface Taking {
  /** Receives each library file before its hash is verified; must read it to its end. */
  readonly media: BackupTaker['media']
  /** Returns the bytes that the later work writes to disk; called before anything is unpacked. */
  readonly room: (manifest: BackupManifest) => Promise<number>
}

const takingNothing: Taking = { media: (_id, content) => drain(content), room: async () => 0 }

/**
 * Verifies a whole backup: every hash, the database against our schema and bounds, and row counts against the manifest.
 * Throws an AppFailure: `not_a_backup`, `backup_damaged`, `backup_newer`, `wrong_passphrase`, or `storage_full` before
 * anything is unpacked.
 */
export async function proveBackup(opening: Opening, report: Report, taking: Taking = takingNothing): Promise<Proven> {
  const plain = await plainArchive(opening, report)
  const { work } = opening
  const database = join(work, databaseName)
  const settings = join(work, settingsName)
  await Promise.all([rm(database, { force: true }), rm(settings, { force: true })])
  const { manifest: announced } = await readManifest(plain, migrations.length)
  await wantRoom(work, announced.database.bytes + (await taking.room(announced)))
  const total = announced.media.reduce((sum, { bytes }) => sum + bytes, announced.database.bytes)
  const taker: BackupTaker = {
    database: (content) => writeNew(content, work, databaseName),
    media: taking.media,
    settings: (text) => writeFile(settings, text, { mode: 0o600 }),
  }
  const { manifest, hash } = await readArchive(
    plain,
    migrations.length,
    taker,
    (done) => report('checking', total === 0 ? null : Math.min(1, done / total)),
    new AbortController().signal,
  )
  report('checking', null)
  const foreign = proveDatabase(database, manifest)
  return { manifest, hash, settings: await readFile(settings, 'utf8').catch(() => '{}'), database, foreign }
}

/** Throws an AppFailure `storage_full` when the disk has less free space than needed. */
async function wantRoom(folder: string, needed: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free < needed) fail('storage_full', `${needed} bytes needed, ${free} free`)
}

function proveDatabase(path: string, manifest: BackupManifest): ForeignContents {
  const foreign = checkForeign(path)
  if (foreign.version !== manifest.schema) fail('backup_damaged', 'a database of another version')
  const { rows: told } = manifest.database
  const sameTables = isDeepStrictEqual(Object.keys(told).toSorted(), foreign.tables.toSorted())
  if (!sameTables || copiedOf(foreign.tables).some((table) => told[table] !== foreign.rows[table]))
    fail('backup_damaged', 'rows are missing, or too many')
  const database = new Database(path, { readonly: true })
  try {
    const files = libraryFiles(database)
    const all = [...manifest.media.map(({ id }) => id), ...manifest.missing].toSorted()
    const bytesOf = new Map(manifest.media.map(({ id, bytes }) => [id, bytes]))
    const same = isDeepStrictEqual(
      all,
      files.map(({ id }) => id),
    )
    if (!same || files.some(({ id, bytes }) => (bytesOf.get(id) ?? bytes) !== bytes))
      fail('backup_damaged', 'files are missing, or too many')
  } finally {
    database.close()
  }
  return foreign
}

/** Reads the contents of a database file through its own connection. */
export function contentsAt(path: string): ReturnType<typeof contentsOf> {
  const database = new Database(path, { readonly: true })
  try {
    return contentsOf(database)
  } finally {
    database.close()
  }
}
