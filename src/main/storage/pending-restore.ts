import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile, syncFolder } from './folder-sync.ts'

/**
 * A restore in one step. A note names the checked copy that becomes the database, and the folder for the current one.
 * The next start carries out the note, and continues after every interruption. Until then the old database is in its
 * place, or complete in that folder.
 */
const noteName = 'restore.json'
const copyPrefix = 'atelier.db.restoring'

const noteSchema = z.strictObject({
  copy: z.string().regex(/^atelier\.db\.restoring-[0-9a-f-]{36}$/),
  aside: z.string().regex(/^(replaced|newer-\d[0-9A-Za-z.-]{0,63})-\d+(-\d+)?$/),
  madeAt: z.number(),
  settings: z.string().nullable(),
  /** The settings before the restore. */
  before: z.string().nullable().default(null),
  /** Number of starts that opened the restored database and did not finish. */
  starts: z.number().int().default(0),
  /**
   * Folder for the restored database while a restore is undone, and which of the two moves is in progress. Null
   * otherwise.
   */
  undoing: z
    .strictObject({ refused: z.string().regex(/^damaged-\d+(-\d+)?$/), phase: z.enum(['out', 'back']) })
    .nullable()
    .default(null),
})
type Note = z.infer<typeof noteSchema>

/**
 * Maximum number of starts that may be killed during a restore; after that the restored data is considered the cause.
 */
const startsMax = 3

/** State before a restore that was undone. */
export interface Undone {
  /** When the backup was made, ms since 1970. */
  readonly madeAt: number
  /** The settings before the restore as JSON; null when not recorded. */
  readonly settings: string | null
}

/** A restore completed by this start. */
export interface CarriedOut {
  /** When the backup was made, ms since 1970. */
  readonly madeAt: number
  /** The backup's settings as JSON, to be applied before `settle`; null when it has none. */
  readonly settings: string | null
  /** True if the restore must be undone: no start with its database succeeded, or the undo has already begun. */
  readonly isHopeless: boolean
  /** Removes the note of the completed restore. Until then every start reports it. */
  readonly settle: () => void
  /**
   * Undoes a restore: the earlier database returns, and the restored one, which must be closed, moves into a folder
   * `damaged-…`. The next start continues an interrupted undo. `now` is in ms since 1970.
   */
  readonly undo: (now: number) => Undone
}

/** Returns a name in the data folder for the copy that will become the database. */
export function newCopyName(): string {
  return `${copyPrefix}-${randomUUID()}`
}

/** Files of a copy: its database, its source file, and their journals. */
const copyFile =
  /^(atelier\.db\.restoring-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.from)?(?:-wal|-shm|-journal)?$/

/** Removes the copies of restores that were never committed. */
function removeStrayCopies(folder: string, wanted: string | null): void {
  for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
    const copy = copyFile.exec(entry.name)?.[1]
    if (entry.isFile() && copy !== undefined && copy !== wanted) rmSync(join(folder, entry.name), { force: true })
  }
}

/** Writes the note. The copy must be synced to disk, and no process may open the database before the next start. */
export function noteRestore(
  folder: string,
  restore: {
    readonly copy: string
    readonly madeAt: number
    readonly settings: string | null
    /** The settings to be replaced, as JSON. */
    readonly before?: string
  },
  now: number,
  /** Name of the folder for the current database. */
  aside = `replaced-${now}`,
): void {
  const note = noteSchema.parse({ ...restore, aside: freeName(folder, aside) })
  replaceFile(join(folder, noteName), JSON.stringify(note))
}

/** Starts or continues the restore of a note. Call it before opening the database. */
export function carryOutRestore(folder: string, fileName: string): CarriedOut | null {
  const notePath = join(folder, noteName)
  const note = readNote(notePath)
  removeStrayCopies(folder, note?.copy ?? null)
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

/**
 * Undoes a restore by two moves. Each move is recorded before it begins, so that a start after a crash repeats neither.
 */
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
  // the user's other files there stay
  if (existsSync(join(folder, note.aside)) && readdirSync(join(folder, note.aside)).length === 0)
    rmdirSync(join(folder, note.aside))
}

/** Moves a database and its journals. Journals go first: without them no process opens it. */
function moveInto(from: string, to: string, fileName: string): void {
  if (!existsSync(to)) mkdirSync(to, { mode: 0o700 })
  for (const name of [`${fileName}-shm`, `${fileName}-wal`, fileName])
    if (existsSync(join(from, name))) renameSync(join(from, name), join(to, name))
  syncFolder(to)
}

/**
 * Moves a database and its journals into a subfolder of the data folder; returns its name. Never overwrites anything.
 */
export function moveAside(folder: string, fileName: string, wanted: string): string {
  const files = ['', '-wal', '-shm']
    .map((suffix) => `${fileName}${suffix}`)
    .filter((name) => existsSync(join(folder, name)))
  // an interrupted move continues in the same folder, which does not hold the remaining files yet
  const taken = files.some((name) => existsSync(join(folder, wanted, name)))
  const aside = taken ? freeName(folder, wanted) : wanted
  if (!existsSync(join(folder, aside))) mkdirSync(join(folder, aside), { mode: 0o700 })
  for (const name of files) renameSync(join(folder, name), join(folder, aside, name))
  return aside
}

/** Returns the name, with a number if it is in use. */
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
    // our file was renamed into place complete, so this one is foreign
    renameSync(path, `${path}.damaged`)
    return null
  }
}
