import { existsSync, readFileSync, rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { storageFailure } from '../../data-folder.ts'
import { replaceFile, syncFolder } from '../../storage/folder-sync.ts'

const noteName = 'move.json'

const folderSchema = z.string().min(1).max(4096).refine(isAbsolute)
const noteSchema = z.strictObject({
  id: z.uuid(),
  from: folderSchema,
  to: folderSchema,
  /** Whether the folder was made for the move, and goes with it. */
  made: z.boolean(),
  /** `copying`: the next start takes back what was copied. `decided`: the next start copies the rest and changes over. */
  phase: z.enum(['copying', 'decided']),
})
/** A move that is under way, kept in the default data folder until it is done or taken back. */
export type MoveNote = Readonly<z.infer<typeof noteSchema>>

/** The move that is under way; null where there is none, or where what is written makes no sense: then nothing is moved. */
export function readMoveNote(home: string): MoveNote | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(join(home, noteName), 'utf8')))
  } catch {
    return null
  }
}

/** Writes it down, on the disk when this returns. Throws an AppFailure `storage_read_only` or `storage_full`. */
export function writeMoveNote(home: string, note: MoveNote): void {
  const path = join(home, noteName)
  try {
    replaceFile(path, JSON.stringify(note))
  } catch (cause) {
    throw storageFailure(cause, path)
  }
}

export function forgetMoveNote(home: string): void {
  if (!existsSync(join(home, noteName))) return
  rmSync(join(home, noteName), { force: true })
  syncFolder(home)
}
