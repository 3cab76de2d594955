import { createReadStream, existsSync } from 'node:fs'
import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '../../shared/errors.ts'
import { lockName } from '../data-folder.ts'
import { libraryFiles } from '../storage/backup-contents.ts'
import { Database } from '../storage/database.ts'
import { tryExclusiveLock } from '../storage/exclusive-lock.ts'
import { databasePath } from '../storage/open.ts'
import { removeOwnList } from '../storage/own-files.ts'
import { hashOf } from '../storage/sound-file.ts'
import { claimNames } from './folder-copy.ts'
import { type CopiedFile, manifestName, readFinishedManifest } from './move-manifest.ts'
import { isMovedName, movedFiles } from './moved-files.ts'

/** Outcome of deleting an old copy. */
export interface RemovedCopy {
  readonly files: number
  readonly bytes: number
  /** Files that stay: changed since, or not copied. */
  readonly kept: number
}

/**
 * Deletes the copied files from the old data folder. First it checks the new folder: its database page by page, and the
 * hash of every file the database knows. With `keepFolder` the empty folder stays. Throws an AppFailure:
 * `copy_not_whole` (nothing is deleted), or `busy` while another Atelier uses the old folder.
 */
export async function removeOldCopy(
  options: { readonly old: string; readonly now: string; readonly keepFolder: boolean },
  onProgress: (progress: number | null) => void,
): Promise<RemovedCopy> {
  const { old, now, keepFolder } = options
  if (!existsSync(old)) return { files: 0, bytes: 0, kept: 0 }
  const manifest = readFinishedManifest(now) ?? fail('copy_not_whole', 'what was copied is not known any more')
  const lock = tryExclusiveLock(join(old, lockName))
  if (!lock.held) return fail('busy', 'the old folder is in use')
  let removed: RemovedCopy
  try {
    const copied = Object.entries(manifest.files)
    await proveWhole(now, copied, onProgress)
    removed = await removeFiles(old, now, copied)
  } finally {
    lock.release()
  }
  if (removed.kept === 0) removeOwnList(old)
  if (removed.kept === 0 && !keepFolder) await removeFolder(old)
  return removed
}

async function proveWhole(
  now: string,
  copied: readonly (readonly [string, CopiedFile])[],
  onProgress: (progress: number | null) => void,
): Promise<void> {
  const known = knownFiles(now)
  const total = copied.reduce((sum, [, { bytes }]) => sum + bytes, 0)
  let done = 0
  for (const [path, { bytes, sha256 }] of copied) {
    done += bytes
    onProgress(total === 0 ? null : Math.min(1, done / total))
    const id = /^media\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(path)?.[1]
    // files unknown to the library were deleted by the user; all other files there change with use
    if (id === undefined || !known.has(id)) continue
    const content = await hashOf(createReadStream(join(now, path))).catch(() => null)
    if (content !== sha256) fail('copy_not_whole', path)
  }
}

/** Returns the files listed by the library in use. Throws an AppFailure `copy_not_whole` for a damaged database. */
function knownFiles(now: string): ReadonlySet<string> {
  let database: Database | null = null
  try {
    database = new Database(databasePath(now), { readonly: true })
    if (database.pragma('integrity_check(1)') !== 'ok') fail('copy_not_whole', 'the database is damaged')
    return new Set(libraryFiles(database).map(({ id }) => id))
  } catch {
    return fail('copy_not_whole', 'the database cannot be read')
  } finally {
    database?.close()
  }
}

async function removeFiles(
  old: string,
  now: string,
  copied: readonly (readonly [string, CopiedFile])[],
): Promise<RemovedCopy> {
  let [files, removedBytes] = [0, 0]
  for (const [path, { bytes, modifiedAt }] of copied) {
    const found = await stat(join(old, path)).catch(() => null)
    if (!found?.isFile() || found.size !== bytes || found.mtimeMs !== modifiedAt) continue
    // the old folder may now be a link to the new one
    if (await isSameFile(join(old, path), join(now, path))) continue
    await rm(join(old, path))
    files += 1
    removedBytes += bytes
  }
  // the shared-memory file is useless without its database
  if (!existsSync(databasePath(old))) await rm(`${databasePath(old)}-shm`, { force: true })
  for (const name of await readdir(old)) if (isMovedName(name)) await removeEmpty(join(old, name))
  return { files, bytes: removedBytes, kept: (await movedFiles(old)).length }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path, { bigint: true }).catch(() => null)))
  return a != null && b != null && a.dev === b.dev && a.ino === b.ino
}

/** Removes the empty folders inside a folder, then the folder itself. A folder with files remains. */
async function removeEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) if (entry.isDirectory()) await removeEmpty(join(folder, entry.name))
  await rmdir(folder).catch(() => undefined)
}

async function removeFolder(old: string): Promise<void> {
  for (const name of [...claimNames, manifestName]) await rm(join(old, name), { force: true })
  await rmdir(old).catch(() => undefined)
}
