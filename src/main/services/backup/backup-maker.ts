import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { fail } from '../../../shared/errors.ts'
import { contentsOf, libraryFiles, type RowCounts, rowCounts } from '../../storage/backup-contents.ts'
import { Database } from '../../storage/database.ts'
import { syncFolder } from '../../storage/folder-sync.ts'
import { freeBytes } from '../../storage/free-bytes.ts'
import { databasePath } from '../../storage/open.ts'
import { writeArchive } from './archive-writer.ts'
import type { BackupManifest } from './backup-archive.ts'
import type { TaskResult, TaskStep, Tasks } from './backup-messages.ts'
import { contentsAt, proveBackup } from './backup-proof.ts'
import { type CountedRows, checkCopy } from './copy-check.ts'
import { sealFile } from './sealed-file.ts'

type Report = (step: TaskStep['step'], progress: number | null) => void

/** Maximum number of attempts to copy the database while the app writes. */
const triesMax = 3

/** Makes a backup and verifies it; only then the file gets its name. */
export async function makeBackup(task: Tasks['make'], report: Report): Promise<TaskResult<'make'>> {
  if (existsSync(task.path)) fail('busy', 'there is a backup of that name')
  report('copying', null)
  const copy = join(task.work, 'atelier.db')
  await copyDatabase(databasePath(task.dataFolder), copy)
  // in the task's own folder, which is removed with it however the task ends
  const unproven = join(task.work, 'unproven.zip')
  const archive = task.passphrase === null ? unproven : join(task.work, 'plain.zip')
  const manifest = await archiveOf(copy, archive, task, report)
  if (task.passphrase !== null) {
    const bytes = (await stat(archive)).size
    await sealFile(archive, unproven, task.passphrase, (done) => report('sealing', Math.min(1, done / bytes)))
    await rm(archive)
  }
  const proven = await proveBackup({ ...task, path: unproven }, report)
  if (!isDeepStrictEqual(proven.manifest, manifest)) fail('backup_damaged', 'what was read is not what was written')
  if (!isDeepStrictEqual(contentsAt(proven.database), manifest.contents))
    fail('backup_damaged', 'the contents are not those of the source')
  await rename(unproven, task.path)
  syncFolder(dirname(task.path))
  return { madeAt: manifest.madeAt, contents: manifest.contents, manifest: proven.hash }
}

/** Copies the database as of one moment. A copy with other row counts than the source is made again, then refused. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new Database(from, { readonly: true })
  const counted = (): CountedRows => ({ version: source.pragma('data_version'), rows: rowCounts(source) })
  try {
    for (let attempt = 1; ; attempt += 1) {
      await rm(to, { force: true })
      const before = counted()
      source.copyTo(to)
      const verdict = checkCopy(before, rowsAt(to), counted())
      if (verdict === 'same') return
      // rows inserted and deleted during the copy can look lost; three times in a row is not a coincidence
      if (attempt < triesMax) continue
      if (verdict === 'changing') return
      fail('backup_damaged', 'the copy has other rows or tables than the database')
    }
  } finally {
    source.close()
  }
}

function rowsAt(path: string): RowCounts {
  const database = new Database(path, { readonly: true })
  try {
    return rowCounts(database)
  } finally {
    database.close()
  }
}

async function archiveOf(copy: string, to: string, task: Tasks['make'], report: Report): Promise<BackupManifest> {
  const database = new Database(copy, { readonly: true })
  const about = (() => {
    try {
      return {
        schema: Number(database.pragma('user_version')),
        contents: contentsOf(database),
        rows: rowCounts(database),
        media: libraryFiles(database),
      }
    } finally {
      database.close()
    }
  })()
  const { media, ...rest } = about
  // The finished archive is smaller and needs no second copy; with a passphrase, plain and encrypted file exist
  // together for a while.
  const bytes = media.reduce((sum, file) => sum + file.bytes, 0)
  const [needed, free] = [task.passphrase === null ? bytes : 2 * bytes, await freeBytes(dirname(to))]
  if (free < needed) fail('storage_full', `${needed} bytes needed for files, ${free} free`)
  // media are read twice, for their hash and for the archive; the database's compressed size is unknown
  const total = 2 * bytes + (await stat(copy)).size
  return await writeArchive(
    to,
    {
      manifest: { format: 1, app: task.app, madeAt: task.madeAt, ...rest },
      database: copy,
      settings: task.settings,
      media: media.map(({ id, bytes }) => ({ id, bytes, path: join(task.dataFolder, 'media', id.slice(0, 2), id) })),
    },
    (done) => report('writing', Math.min(1, done / total)),
    new AbortController().signal,
  )
}
