import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppFailure } from '../../shared/errors.ts'
import { storageError } from './database.ts'
import { removeTorn, replaceFile, syncFolder } from './folder-sync.ts'
import { migrations } from './migrations.ts'
import { copiesSince, prepareRestore } from './open.ts'

/**
 * Going back to an older version of Atelier. The note alone changes nothing: the rename that puts the older program in
 * place decides. The older program's start finds the note and puts the copy of the database in place; the newer one's
 * start finds that nothing was decided, and drops the note.
 */
const noteName = 'go-back.json'

const version = z.string().regex(/^\d[0-9A-Za-z.-]{0,63}$/)
const noteSchema = z.strictObject({
  from: version,
  to: version,
  /** Name of the copy of the database from before `from`. */
  copy: z.string().regex(/^atelier-v\d+-\d+\.db$/),
})
type GoBackNote = z.infer<typeof noteSchema>

/** The copy of the database from before the update that began at `since` (ms since 1970); null where it is gone. */
export function copyBefore(folder: string, since: number): string | null {
  return copiesSince(folder, since).at(-1) ?? null
}

/** Writes the note, durably. The caller then puts the older program in place. */
export function noteGoBack(folder: string, note: GoBackNote): void {
  replaceFile(join(folder, noteName), JSON.stringify(noteSchema.parse(note)))
}

/** Drops the note of a going back that does not happen. One that cannot be removed is dropped by this version's start. */
export function dropGoBack(folder: string): void {
  try {
    rmSync(join(folder, noteName), { force: true })
    syncFolder(folder)
  } catch {
    // without the older program in place it decides nothing
  }
}

/**
 * Decides the restore of a note that is for this version, and drops any other. Call it before opening the database, whose
 * next opening carries the restore out. The newer database then is in a folder `newer-<version>-<time>`.
 * `noted` gets the version that was left, before the note goes. Without a copy that can be used, the database stays.
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
    // a damaged note of ours is dropped, and another's file stays
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
    // a disk that is full now can be tidied: the note stays for the next start
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
