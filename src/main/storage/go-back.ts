import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppFailure } from '../../shared/errors.ts'
import { storageError } from './database.ts'
import { removeTorn, replaceFile, syncFolder } from './folder-sync.ts'
import { migrations } from './migrations.ts'
import { copiesSince, prepareRestore } from './open.ts'

/**
 * Reverting to an older version of Atelier. The note alone changes nothing: the decisive step is the rename that puts
 * the older program in place. The older program's start finds the note and restores the copy of the database. If the
 * newer program starts instead, the revert did not happen, and it drops the note.
 */
const noteName = 'go-back.json'

const version = z.string().regex(/^\d[0-9A-Za-z.-]{0,63}$/)
const noteSchema = z.strictObject({
  from: version,
  to: version,
  /** Name of the database copy made before version `from`. */
  copy: z.string().regex(/^atelier-v\d+-\d+\.db$/),
})
type GoBackNote = z.infer<typeof noteSchema>

/**
 * Returns the copy of the database made before the update that began at `since` (ms since 1970); null if it no longer
 * exists.
 */
export function copyBefore(folder: string, since: number): string | null {
  return copiesSince(folder, since).at(-1) ?? null
}

/** Writes the note, durably. The caller then puts the older program in place. */
export function noteGoBack(folder: string, note: GoBackNote): void {
  replaceFile(join(folder, noteName), JSON.stringify(noteSchema.parse(note)))
}

/** Drops the note of a revert that does not happen. If it cannot be removed, this version's next start drops it. */
export function dropGoBack(folder: string): void {
  try {
    rmSync(join(folder, noteName), { force: true })
    syncFolder(folder)
  } catch {
    // the note has no effect unless the older program is in place
  }
}

/**
 * Schedules the restore of a note for this version, and drops any other. Call it before opening the database, because
 * opening carries out the restore. The newer database then is in a folder `newer-<version>-<time>`.
 * `noted` gets the version that was left, before the note is removed. Without a usable copy, the database stays.
 */
export function takeGoBack(
  folder: string,
  own: string,
  now: number,
  noted: (from: string) => void,
  steps: readonly string[] = migrations,
): boolean {
  const path = join(folder, noteName)
  removeTorn(`${path}.new`, '{"')
  if (!existsSync(path)) return false
  const note = readNote(path)
  if (note === null) {
    // our damaged note is dropped, and another program's file stays
    removeTorn(path, '{')
    return false
  }
  const isMine = note.to === own
  if (isMine) {
    noted(note.from)
    restoreCopy(folder, note, now, steps)
  }
  rmSync(path, { force: true })
  syncFolder(folder)
  return isMine
}

function restoreCopy(folder: string, { copy, from }: GoBackNote, now: number, steps: readonly string[]): void {
  try {
    prepareRestore(folder, copy, now, steps)?.commit(now, `newer-${from}-${now}`)
  } catch (cause) {
    const error = cause instanceof AppFailure ? cause.error : storageError(cause)
    // a disk that is full now can be cleaned up: the note stays for the next start
    if (error?.code === 'storage_full' || error?.code === 'storage_read_only')
      throw cause instanceof AppFailure ? cause : new AppFailure(error, { cause })
  }
}

function readNote(path: string): GoBackNote | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}
