import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile, syncFolder } from './folder-sync.ts'

/**
 * A restore in one step. A note names the checked copy that becomes the database, and the folder for the present one.
 * The next start carries the note out, and continues after every interruption. Until then the old database is in its
 * place or whole in that folder.
 */
const noteName = 'restore.json'
const copyPrefix = 'atelier.db.restoring'

const noteSchema = z.strictObject({
  copy: z.string().regex(/^atelier\.db\.restoring-[0-9a-f-]{36}$/),
  aside: z.string().regex(/^replaced-\d+(-\d+)?$/),
  madeAt: z.number(),
  settings: z.string().nullable(),
  /** The settings before it. */
  before: z.string().nullable().default(null),
  /** Starts that opened the restored database and did not finish. */
  starts: z.number().int().default(0),
  /**
   * Folder for the restored database while a restore is undone, and which of the two moves is under way. Null
   * otherwise.
   */
  undoing: z
    .strictObject({ refused: z.string().regex(/^damaged-\d+(-\d+)?$/), phase: z.enum(['out', 'back']) })
    .nullable()
    .default(null),
})
type Note = z.infer<typeof noteSchema>

/** So many starts may be killed before one comes to its end; then the fault is in what was brought. */
const startsMax = 3

/** State before a restore that was undone. */
export interface Undone {
  /** When the backup was made, ms since 1970. */
  readonly madeAt: number
  /** The settings before it as JSON; null where nobody noted them. */
  readonly settings: string | null
}

/** A restore that this start carried out. */
export interface CarriedOut {
  /** When the backup was made, ms since 1970. */
  readonly madeAt: number
  /** The settings of the backup as JSON, to be put in place before `settle`; null where it has none. */
  readonly settings: string | null
  /** Whether it has to be taken back: its database never came to the end of a start, or that was begun already. */
  readonly isHopeless: boolean
  /** Forgets the restore: it is done. Until then every start tells of it. */
  readonly settle: () => void
  /**
   * Undoes a restore: the earlier database returns, and the restored one, which must be closed, moves into a folder
   * `damaged-…`. The next start continues an interrupted undo. `now` in ms since 1970.
   */
  readonly undo: (now: number) => Undone
}

/** A name, in the data folder, for the copy that is to become the database. */
export function newCopyName(): string {
  return `${copyPrefix}-${randomUUID()}`
}

/** Writes the note. The copy must be on the disk, and no one may have the database open until the next start. */
export function noteRestore(
  folder: string,
  restore: {
    readonly copy: string
    readonly madeAt: number
    readonly settings: string | null
    /** The settings that it replaces as JSON. */
    readonly before?: string
  },
  now: number,
): void {
  const note = noteSchema.parse({ ...restore, aside: freeName(folder, `replaced-${now}`) })
  replaceFile(join(folder, noteName), JSON.stringify(note))
}

/** Carries out what a note asks for, or goes on with it. To be called before the database is opened. */
export function carryOutRestore(folder: string, fileName: string): CarriedOut | null {
  const notePath = join(folder, noteName)
  const note = readNote(notePath)
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name.startsWith(copyPrefix) && name !== note?.copy) rmSync(join(folder, name), { force: true })
  if (note === null) return null
  const copy = join(folder, note.copy)
  if (existsSync(copy)) {
    moveAside(folder, fileName, note.aside)
    syncFolder(folder)
    renameSync(copy, join(folder, fileName))
    syncFolder(folder)
  }
  const isHopeless = note.starts >= startsMax || note.undoing !== null
  if (!isHopeless) replaceFile(notePath, JSON.stringify({ ...note, starts: note.starts + 1 }))
  const settle = (): void => {
    rmSync(notePath, { force: true })
    syncFolder(folder)
  }
  return {
    madeAt: note.madeAt,
    settings: note.settings,
    isHopeless,
    settle,
    undo(now) {
      takeBack(folder, fileName, note, now)
      settle()
      return { madeAt: note.madeAt, settings: note.before }
    },
  }
}

/** Each move is noted before it begins, so that a start after a crash repeats neither. */
function takeBack(folder: string, fileName: string, note: Note, now: number): void {
  const write = (undoing: NonNullable<Note['undoing']>): void =>
    replaceFile(join(folder, noteName), JSON.stringify({ ...note, undoing }))
  const refused = note.undoing?.refused ?? freeName(folder, `damaged-${now}`)
  if (note.undoing?.phase !== 'back') {
    write({ refused, phase: 'out' })
    moveInto(folder, join(folder, refused), fileName)
    write({ refused, phase: 'back' })
  }
  moveInto(join(folder, note.aside), folder, fileName)
  syncFolder(folder)
  // whatever else somebody put there stays
  if (existsSync(join(folder, note.aside)) && readdirSync(join(folder, note.aside)).length === 0)
    rmdirSync(join(folder, note.aside))
}

/** Moves what there is of a database and its journals, those first: without them it is not opened. */
function moveInto(from: string, to: string, fileName: string): void {
  if (!existsSync(to)) mkdirSync(to, { mode: 0o700 })
  for (const name of [`${fileName}-shm`, `${fileName}-wal`, fileName])
    if (existsSync(join(from, name))) renameSync(join(from, name), join(to, name))
  syncFolder(to)
}

/** Moves a database and its journals into a folder of the data folder; gives its name. Nothing is ever overwritten. */
export function moveAside(folder: string, fileName: string, wanted: string): string {
  const files = ['', '-wal', '-shm']
    .map((suffix) => `${fileName}${suffix}`)
    .filter((name) => existsSync(join(folder, name)))
  // an interrupted move goes on in the same folder, where what is moved now is not there yet
  const taken = files.some((name) => existsSync(join(folder, wanted, name)))
  const aside = taken ? freeName(folder, wanted) : wanted
  if (!existsSync(join(folder, aside))) mkdirSync(join(folder, aside), { mode: 0o700 })
  for (const name of files) renameSync(join(folder, name), join(folder, aside, name))
  return aside
}

/** The name, with a number if it is taken. */
export function freeName(folder: string, wanted: string): string {
  let name = wanted
  for (let attempt = 2; existsSync(join(folder, name)); attempt += 1) name = `${wanted}-${attempt}`
  return name
}

function readNote(path: string): Note | null {
  if (!existsSync(path)) return null
  try {
    return noteSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // it was renamed into place whole, so this is none of ours
    renameSync(path, `${path}.damaged`)
    return null
  }
}
