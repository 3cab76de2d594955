import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, constants as fileConstants, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFile, syncFolder } from '../../storage/folder-sync.ts'
import { drain } from './backup-archive.ts'
import type { TaskResult, TaskStep, Tasks } from './backup-messages.ts'
import { proveBackup } from './backup-proof.ts'
import { isSound } from './sound-file.ts'

type Report = (step: TaskStep['step'], progress: number | null) => void

/**
 * Brings what a backup holds into the data folder: files that the library does not have are added to it, and the
 * database lies beside the present one, ready to take its place. Nothing that is there is changed; a file of the library
 * that is not sound any more is kept beside the sound one.
 */
export async function bringBack(task: Tasks['restore'], report: Report): Promise<TaskResult<'restore'>> {
  const proven = await proveBackup(
    task,
    (step, progress) => report(step === 'checking' ? 'restoring' : step, progress),
    (id, content) => addMedia(task.dataFolder, id, content),
  )
  const copy = join(task.dataFolder, task.copy)
  await rename(proven.database, copy).catch(async () => {
    // backups that lie on another disk
    await copyFile(proven.database, copy, fileConstants.COPYFILE_EXCL)
  })
  syncFile(copy)
  syncFolder(task.dataFolder)
  return { madeAt: proven.manifest.madeAt, settings: proven.settings }
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
    // what reads the archive refuses the whole then; here it must not get the name of what it is not
    if (!(await isSound(part, id, written.size))) return
    syncFile(part)
    if (present !== null) await rename(path, `${path}.damaged`)
    await rename(part, path)
    syncFolder(dirname(path))
  } finally {
    await rm(part, { force: true })
  }
}
