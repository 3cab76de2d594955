import { existsSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { AppFailure, appError, fail } from '../../../shared/errors.ts'
import { storageFailure } from '../../data-folder.ts'
import { manifestName } from '../../folder-copies/move-manifest.ts'
import { replaceFile } from '../../storage/folder-sync.ts'
import { databasePath } from '../../storage/open.ts'

/** File in the default data folder that names the data's location. Writing it decides a move. */
const pointerName = 'location.json'

const folderSchema = z.string().min(1).max(4096).refine(isAbsolute)
const locationSchema = z.strictObject({
  folder: folderSchema,
  /** ms since 1970. */
  movedAt: z.number(),
  /** The folder the data were copied from, until its copy is deleted or kept for good; null if there is none. */
  left: z
    .strictObject({ folder: folderSchema, files: z.number().int().min(0), bytes: z.number().int().min(0) })
    .nullable(),
})
/** New path of the data folder. */
export type DataLocation = Readonly<z.infer<typeof locationSchema>>

/**
 * Reads the pointer of a default data folder; returns null if the data were never moved. Throws an AppFailure
 * `location_unreadable` for an invalid one: starting empty while the data are elsewhere would look like a loss.
 */
export function readLocation(home: string): DataLocation | null {
  const path = join(home, pointerName)
  const text = textOf(path)
  if (text === null) return null
  try {
    return locationSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new AppFailure(appError('location_unreadable', path), { cause })
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')) return null
    throw storageFailure(cause, path)
  }
}

/**
 * Replaces the pointer atomically and syncs it to disk.
 * Throws an AppFailure `storage_read_only` or `storage_full`.
 */
export function writeLocation(home: string, location: DataLocation): void {
  const path = join(home, pointerName)
  try {
    // the pointer decides where all data are: it has one temporary name, and a folder there refuses the move
    if (statSync(`${path}.new`, { throwIfNoEntry: false })?.isDirectory() === true)
      fail('storage_read_only', 'a folder has the name of the temporary pointer')
    replaceFile(path, JSON.stringify(location))
  } catch (cause) {
    throw storageFailure(cause, path)
  }
}

/**
 * Returns the data folder that a default folder points to. Throws an AppFailure `data_folder_missing` if it holds no
 * data. The mount point of a disconnected drive is empty, and must not become an empty history.
 */
export function dataFolderOf(home: string): string {
  const location = readLocation(home)
  if (location === null) return home
  const { folder } = location
  const there = existsSync(databasePath(folder)) || existsSync(join(folder, manifestName))
  return there ? folder : fail('data_folder_missing', folder)
}
