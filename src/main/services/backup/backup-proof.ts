import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { AppFailure, fail } from '../../../shared/errors.ts'
import { contentsOf, libraryFiles, rowCounts } from '../../storage/backup-contents.ts'
import { Database } from '../../storage/database.ts'
import { migrations } from '../../storage/migrations.ts'
import { type BackupManifest, type BackupTaker, drain, readArchive, readManifest, writeNew } from './backup-archive.ts'
import type { TaskStep, Tasks } from './backup-messages.ts'
import { isSealed, openSealed } from './sealed-file.ts'

const databaseName = 'proof.db'
const settingsName = 'proof.json'

type Report = (step: TaskStep['step'], progress: number | null) => void
type Opening = Tasks['verify']

/** The backup as a plain archive: itself, or, where it is sealed, its content in the work folder. Throws `wrong_passphrase`. */
async function plainArchive({ path, passphrase, work }: Opening, report: Report): Promise<string> {
  const bytes = (await stat(path)).size
  if (bytes === 0) fail('not_a_backup', 'an empty file')
  if (!(await isSealed(path))) return path
  if (passphrase === null) return fail('wrong_passphrase', 'it is under a passphrase')
  const plain = join(work, 'opened.zip')
  await rm(plain, { force: true })
  await openSealed(path, plain, passphrase, (done) => report('opening', Math.min(1, done / bytes)))
  return plain
}

/** What a backup says of itself, unproven. Throws as `proveBackup` does. */
export async function lookInside(opening: Opening, report: Report): Promise<BackupManifest> {
  return await readManifest(await plainArchive(opening, report), migrations.length)
}

/** A backup that is as it was written. */
export interface Proven {
  readonly manifest: BackupManifest
  /** Its settings as JSON. */
  readonly settings: string
  /** A copy of its database, in the work folder. */
  readonly database: string
}

/**
 * Reads a backup through to its last byte: every hash, the database page by page, and its rows against what the manifest
 * says. Throws an AppFailure `not_a_backup`, `backup_damaged`, `backup_newer` or `wrong_passphrase`, or what the disk
 * refuses. `takeMedia` is given each file of the library, which may yet prove to be another one; it must read it to its end.
 */
export async function proveBackup(
  opening: Opening,
  report: Report,
  takeMedia: BackupTaker['media'] = (_id, content) => drain(content),
): Promise<Proven> {
  const plain = await plainArchive(opening, report)
  const { work } = opening
  const database = join(work, databaseName)
  const settings = join(work, settingsName)
  await Promise.all([rm(database, { force: true }), rm(settings, { force: true })])
  const announced = await readManifest(plain, migrations.length)
  const total = announced.media.reduce((sum, { bytes }) => sum + bytes, announced.database.bytes)
  const taker: BackupTaker = {
    database: (content) => writeNew(content, work, databaseName),
    media: takeMedia,
    settings: (text) => writeFile(settings, text, { mode: 0o600 }),
  }
  const manifest = await readArchive(
    plain,
    migrations.length,
    taker,
    (done) => report('checking', total === 0 ? null : Math.min(1, done / total)),
    new AbortController().signal,
  )
  report('checking', null)
  proveDatabase(database, manifest)
  return { manifest, settings: await readFile(settings, 'utf8').catch(() => '{}'), database }
}

function proveDatabase(path: string, manifest: BackupManifest): void {
  let database: Database | null = null
  try {
    database = new Database(path, { readonly: true })
    if (database.pragma('integrity_check(1)') !== 'ok') fail('backup_damaged', 'the database is not sound')
    if (database.pragma('user_version') !== manifest.schema) fail('backup_damaged', 'a database of another version')
    if (!isDeepStrictEqual(rowCounts(database), manifest.database.rows))
      fail('backup_damaged', 'rows are missing, or too many')
    const told = [...manifest.media.map(({ id }) => id), ...manifest.missing].toSorted()
    const known = libraryFiles(database).map(({ id }) => id)
    if (!isDeepStrictEqual(told, known)) fail('backup_damaged', 'files are missing, or too many')
  } catch (cause) {
    if (cause instanceof AppFailure && cause.error.code === 'storage_damaged')
      fail('backup_damaged', 'the database cannot be read')
    throw cause
  } finally {
    database?.close()
  }
}

/** The contents of a database file, read through a connection of its own. */
export function contentsAt(path: string): ReturnType<typeof contentsOf> {
  const database = new Database(path, { readonly: true })
  try {
    return contentsOf(database)
  } finally {
    database.close()
  }
}
