import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppFailure } from '../../../shared/errors.ts'
import {
  type StorageCheck,
  type StorageKind,
  type StorageOrphans,
  type StorageUsage,
  storageKinds,
} from '../../../shared/storage-usage.ts'
import { libraryFiles } from '../../storage/backup-contents.ts'
import { Database } from '../../storage/database.ts'
import { MediaItems } from '../../storage/media-items.ts'
import { MediaKinds } from '../../storage/media-kinds.ts'
import { backupFolder, databasePath } from '../../storage/open.ts'
import { isSound } from '../../storage/sound-file.ts'
import { vectorPath } from '../../storage/vector-database.ts'

/** Number of largest files listed. */
const biggestMax = 12
/** Age below which a file may be about to get its row, in ms. */
const newMs = 60 * 60_000

/** Resolves to the storage use by category. Referenced files outside the library do not count. */
export async function usageOf(dataFolder: string): Promise<StorageUsage> {
  const media = reading(dataFolder, (database) => new MediaKinds(database).usage(biggestMax))
  const [database, backups, aside] = await Promise.all([
    sizeOf(
      [databasePath(dataFolder), vectorPath(dataFolder)].flatMap((path) =>
        ['', '-wal', '-shm'].map((suffix) => `${path}${suffix}`),
      ),
    ),
    folderSize(backupFolder(dataFolder)),
    asideSize(dataFolder),
  ])
  const whole: Readonly<Record<string, { readonly bytes: number; readonly files: number }>> = {
    ...media.kinds,
    database,
    backups,
    aside,
  }
  return {
    kinds: storageKinds.map((kind: StorageKind) => ({ kind, ...(whole[kind] ?? { bytes: 0, files: 0 }) })),
    bin: media.bin,
    biggest: media.biggest,
  }
}

/** Resolves to the library files without a row; `remove` deletes them. */
export async function orphansOf(dataFolder: string, remove: boolean, now: number): Promise<StorageOrphans> {
  const known = new Set(reading(dataFolder, (database) => libraryFiles(database).map(({ id }) => id)))
  let files = 0
  let bytes = 0
  for (const path of await mediaFiles(dataFolder)) {
    const name = path.slice(-64)
    const found = await stat(path).catch(() => null)
    if (!found?.isFile() || found.mtimeMs > now - newMs || known.has(name)) continue
    // its row may have been added since
    if (remove && isKnown(dataFolder, name)) continue
    if (remove) await rm(path, { force: true })
    files += 1
    bytes += found.size
  }
  return { files, bytes }
}

/** Reads the whole database and every file of the library. */
export async function checkStorage(
  dataFolder: string,
  onProgress: (progress: number | null) => void,
): Promise<StorageCheck> {
  onProgress(null)
  const { sound, media } = look(dataFolder)
  const total = media.reduce((sum, { bytes }) => sum + bytes, 0)
  let [done, files, missing, changed] = [0, 0, 0, 0]
  for (const { id, bytes } of media) {
    const path = join(dataFolder, 'media', id.slice(0, 2), id)
    const there = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    )
    if (!there) missing += 1
    else if (await isSound(path, id, bytes)) files += 1
    else changed += 1
    done += bytes
    onProgress(total === 0 ? null : Math.min(1, done / total))
  }
  return { database: sound ? 'sound' : 'damaged', files: files + changed, missing, changed }
}

function look(dataFolder: string): { readonly sound: boolean; readonly media: ReturnType<typeof libraryFiles> } {
  try {
    return reading(dataFolder, (database) => ({
      sound: database.pragma('integrity_check(1)') === 'ok',
      media: libraryFiles(database),
    }))
  } catch (cause) {
    if (cause instanceof AppFailure && cause.error.code === 'storage_damaged') return { sound: false, media: [] }
    throw cause
  }
}

function reading<T>(dataFolder: string, read: (database: Database) => T): T {
  const database = new Database(databasePath(dataFolder), { readonly: true })
  try {
    return read(database)
  } finally {
    database.close()
  }
}

function isKnown(dataFolder: string, id: string): boolean {
  return reading(dataFolder, (database) => new MediaItems(database).findMediaItem(id) !== null)
}

/** Resolves to the library files by path; partial files are left out. */
async function mediaFiles(dataFolder: string): Promise<readonly string[]> {
  const media = join(dataFolder, 'media')
  const found: string[] = []
  for (const folder of await readdir(media).catch(() => [])) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue
    for (const name of await readdir(join(media, folder)).catch(() => []))
      if (/^[0-9a-f]{64}$/.test(name) && name.startsWith(folder)) found.push(join(media, folder, name))
  }
  return found
}

async function asideSize(dataFolder: string): Promise<{ readonly bytes: number; readonly files: number }> {
  let [bytes, files] = [0, 0]
  for (const name of await readdir(dataFolder).catch(() => [])) {
    if (!/^(damaged|newer|replaced)-\d+(-\d+)?$/.test(name)) continue
    const size = await folderSize(join(dataFolder, name))
    bytes += size.bytes
    files += size.files
  }
  return { bytes, files }
}

async function folderSize(folder: string): Promise<{ readonly bytes: number; readonly files: number }> {
  const names = await readdir(folder).catch(() => [])
  return await sizeOf(names.map((name) => join(folder, name)))
}

async function sizeOf(paths: readonly string[]): Promise<{ readonly bytes: number; readonly files: number }> {
  let [bytes, files] = [0, 0]
  for (const path of paths) {
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) continue
    bytes += found.size
    files += 1
  }
  return { bytes, files }
}
