import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, constants as fileConstants, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFile, syncFolder } from '../../storage/folder-sync.ts'
import { databasePath } from '../../storage/open.ts'
import { makeRestoredCopy } from '../../storage/restored-copy.ts'
import { isSound } from '../../storage/sound-file.ts'
import { drain, mediaName } from './backup-archive.ts'
import type { TaskResult, TaskStep, Tasks } from './backup-messages.ts'
import { proveBackup } from './backup-proof.ts'

type Report = (step: TaskStep['step'], progress: number | null) => void

/**
 * Restores a backup next to the present data. Adds missing files to the library, and makes a new database from the
 * backup's rows, ready to replace the present one. The backup's own database file is never used. Nothing that exists is
 * changed.
 */
export async function bringBack(task: Tasks['restore'], report: Report): Promise<TaskResult<'restore'>> {
  const { dataFolder } = task
  const proven = await proveBackup(
    task,
    (step, progress) => report(step === 'checking' ? 'restoring' : step, progress),
    {
      media: (id, content) => addMedia(dataFolder, id, content),
      // twice, because the copy's indexes are written in addition
      room: async ({ database, media }) => 2 * database.bytes + (await lackingBytes(dataFolder, media)),
    },
  )
  report('restoring', null)
  const made = join(task.work, 'restored.db')
  makeRestoredCopy(proven.database, made, proven.foreign, {
    own: task.ownManifests?.includes(proven.hash) ?? false,
    present: databasePath(dataFolder),
    now: Date.now(),
  })
  const copy = join(dataFolder, task.copy)
  await rename(made, copy).catch(async () => {
    // for backups on another disk
    await copyFile(made, copy, fileConstants.COPYFILE_EXCL)
  })
  syncFile(copy)
  syncFolder(dataFolder)
  return { madeAt: proven.manifest.madeAt, settings: proven.settings }
}

/** Returns the total size in bytes of the files missing from the library. */
async function lackingBytes(
  dataFolder: string,
  media: readonly { readonly id: string; readonly bytes: number }[],
): Promise<number> {
  let lacking = 0
  for (const { id, bytes } of media) {
    const present = await stat(join(dataFolder, mediaName(id))).catch(() => null)
    if (present === null) lacking += bytes
  }
  return lacking
}

async function addMedia(dataFolder: string, id: string, content: Readable): Promise<void> {
  const path = join(dataFolder, 'media', id.slice(0, 2), id)
  const present = await stat(path).catch(() => null)
  if (present !== null && (await isSound(path, id, present.size))) return await drain(content)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.${randomUUID()}.part`
  try {
    await pipeline(content, createWriteStream(part, { flags: 'wx', mode: 0o600 }))
    const written = await stat(part)
    // the archive reader will refuse the whole backup; here a wrong file must not get a media name
    if (!(await isSound(part, id, written.size))) return
    syncFile(part)
    if (present !== null) await rename(path, `${path}.damaged`)
    await rename(part, path)
    syncFolder(dirname(path))
  } finally {
    await rm(part, { force: true })
  }
}
