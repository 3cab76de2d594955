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
  /** True if the folder was created for the move; it is then removed with the copy. */
  made: z.boolean(),
  /** `copying`: the next start removes the copy. `decided`: the next start copies the rest and changes over. */
  phase: z.enum(['copying', 'decided']),
})
/** A running move, stored in the default data folder until it is completed or undone. */
export type MoveNote = Readonly<z.infer<typeof noteSchema>>

/** Returns the running move; null if there is none or the note is unreadable. Then nothing is moved. */
export function readMoveNote(home: string): MoveNote | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(join(home, noteName), 'utf8')))
  } catch {
    return null
  }
}

/** Writes the note and syncs it to disk. Throws an AppFailure `storage_read_only` or `storage_full`. */
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
