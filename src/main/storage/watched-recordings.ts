import { currencies } from '../../shared/prices.ts'
import { transcriptionRequestSchema, transcriptionStatuses } from '../../shared/transcript.ts'
import { activeStatuses } from './active-statuses.ts'
import type { Database } from './database.ts'
import {
  bytes,
  choice,
  choiceOrNull,
  flag,
  id,
  integer,
  jsonOrNull,
  nullable,
  type RowOf,
  real,
  shortText,
  table,
  text,
  time,
} from './table.ts'

export const watchedFolderTable = table(
  'watched_folders',
  {
    id,
    path: text(),
    /** True if new recordings are sent automatically. */
    isAutomatic: flag,
    /** The most that automatic sending may cost in a day, in 10⁻⁹ of the currency. */
    budget: nullable(integer),
    currency: choiceOrNull(currencies),
    request: jsonOrNull(transcriptionRequestSchema),
  },
  { lists: { NULL: 10 } },
)
/** The watched folder as stored. */
export type StoredFolder = Omit<RowOf<typeof watchedFolderTable>, 'id'>

/**
 * - `earlier`: was there when the folder was chosen
 * - `waiting`: new, to be sent by a press or automatically
 * - `taking`: has the id of its job, which may not have the recording yet; `sent`: its job has it
 * - `left`: taken off the list by the user; `same`: another file has the same content
 * - `unread`: neither sound nor film
 */
export const watchedStates = ['earlier', 'waiting', 'taking', 'sent', 'left', 'same', 'unread'] as const

/** Why a waiting recording is never sent automatically. */
export const watchedHolds = ['press', 'changed', 'perhaps_earlier', 'transcribed', 'failed'] as const
export type WatchedHold = (typeof watchedHolds)[number]

export const watchedFileTable = table(
  'watched_files',
  {
    id,
    folder: text(),
    /** Path in the folder, with forward slashes; empty if a file of another content has it now. */
    path: text(),
    bytes,
    /** In ms, by the file system. */
    modifiedAt: real,
    /** SHA-256 of the content; null until it is read. */
    hash: nullable(id),
    /** Length in ms by its header. */
    duration: nullable(real),
    // a state of a newer version is never sent
    state: choice(watchedStates, 'left'),
    hold: nullable(choice(watchedHolds, 'changed')),
    jobId: nullable(id),
    /** The request of its job. */
    request: jsonOrNull(transcriptionRequestSchema),
    /** True if its job was queued automatically, and counts for the budget. */
    isAutomatic: flag,
    /** True if its job rests because of the budget. */
    isHeld: flag,
    /** Expected cost of its automatic job. */
    estimate: nullable(integer),
    /** True until the user has read that it came while nobody looked. */
    isMissed: flag,
    seenAt: time,
  },
  { lists: { NULL: 200_000 } },
)
/** A file of a watched folder that is remembered. */
export type WatchedFile = RowOf<typeof watchedFileTable>

export const watchedChargeTable = table('watched_charges', {
  id,
  jobId: id,
  at: time,
  currency: shortText(),
  cost: integer,
})
/** An automatic request that was charged or may have been. */
export type WatchedCharge = RowOf<typeof watchedChargeTable>

const folderId = 'folder'

/** The watched folder, the files that were seen in it, and the charges of automatic sending. */
export class WatchedRecordings {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the watched folder; null if there is none. */
  folder(): StoredFolder | null {
    const row = this.database.prepare('SELECT * FROM watched_folders WHERE id = ?').get(folderId)
    return row ? watchedFolderTable.readRow(row) : null
  }

  putFolder(folder: StoredFolder): void {
    watchedFolderTable.upsert(this.database, { ...folder, id: folderId }, ['id'])
  }

  removeFolder(): void {
    this.database.prepare('DELETE FROM watched_folders').run()
  }

  /** Returns the files of a folder, in the order in which they were seen. */
  filesIn(folder: string): readonly WatchedFile[] {
    return this.list('folder = ?', folder)
  }

  /** Returns the waiting recordings of a folder, in the order in which they were seen. */
  waitingIn(folder: string): readonly WatchedFile[] {
    return this.list("state = 'waiting' AND folder = ?", folder)
  }

  /** Returns the number of recordings that came while nobody looked, and that the user has not read about. */
  missedIn(folder: string): number {
    const row = this.database
      .prepare('SELECT count(*) AS n FROM watched_files WHERE is_missed = 1 AND folder = ?')
      .get(folder)
    return Number(row?.n)
  }

  /** Returns the files of any folder with this content. */
  filesWithHash(hash: string): readonly WatchedFile[] {
    return this.list('hash = ?', hash)
  }

  /** Returns the files in a state, of any folder. */
  filesInState(state: WatchedFile['state']): readonly WatchedFile[] {
    return this.list('state = ?', state)
  }

  /** Returns the files whose jobs were queued automatically, and are under way or rest because of the budget. */
  automaticFiles(): readonly WatchedFile[] {
    return this.list(
      `is_automatic = ? AND (state = 'taking' OR is_held = 1 OR EXISTS (
        SELECT 1 FROM transcription_jobs
        WHERE transcription_jobs.id = job_id AND status IN ${activeStatuses(transcriptionStatuses)}))`,
      1,
    )
  }

  findFile(fileId: string): WatchedFile | null {
    return this.list('id = ?', fileId)[0] ?? null
  }

  /** Returns the file of a job; null for a job that came another way. */
  fileOfJob(jobId: string): WatchedFile | null {
    return this.list('job_id = ?', jobId)[0] ?? null
  }

  putFile(file: WatchedFile): void {
    watchedFileTable.upsert(this.database, file, ['id'])
  }

  removeFile(fileId: string): void {
    this.database.prepare('DELETE FROM watched_files WHERE id = ?').run(fileId)
  }

  /** Ends the note about recordings that came while nobody looked. */
  clearMissed(): void {
    this.database.prepare('UPDATE watched_files SET is_missed = 0 WHERE is_missed = 1').run()
  }

  /** Adds a charge; the same id is the same request. */
  addCharge(charge: WatchedCharge): void {
    watchedChargeTable.insert(this.database, charge)
  }

  removeCharge(chargeId: string): void {
    this.database.prepare('DELETE FROM watched_charges WHERE id = ?').run(chargeId)
  }

  /** Returns the sum of the charges from a time on, in 10⁻⁹ of a currency. */
  chargedSince(from: number, currency: string): number {
    const row = this.database
      .prepare('SELECT coalesce(sum(cost), 0) AS nano FROM watched_charges WHERE at >= ? AND currency = ?')
      .get(from, currency)
    return Number(row?.nano)
  }

  /** Returns the sum of the charges of a job, in 10⁻⁹ of a currency. */
  chargedFor(jobId: string, currency: string): number {
    const row = this.database
      .prepare('SELECT coalesce(sum(cost), 0) AS nano FROM watched_charges WHERE job_id = ? AND currency = ?')
      .get(jobId, currency)
    return Number(row?.nano)
  }

  /** Returns the number of charges of a job, which numbers the next one. */
  chargesOf(jobId: string): number {
    const row = this.database.prepare('SELECT count(*) AS n FROM watched_charges WHERE job_id = ?').get(jobId)
    return Number(row?.n)
  }

  private list(condition: string, value: string | number): readonly WatchedFile[] {
    return this.database
      .prepare(`SELECT * FROM watched_files WHERE ${condition} ORDER BY seen_at, path, id`)
      .all(value)
      .map((row) => watchedFileTable.readRow(row))
  }
}
