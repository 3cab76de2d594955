import { z } from 'zod'
import {
  type SoundTracks,
  soundTracksSchema,
  type TranscriptionRequest,
  transcriptionRequestSchema,
  transcriptionStatuses,
} from '../../shared/transcript.ts'
import type { Database, Row } from './database.ts'
import { errorColumn } from './stored-error.ts'
import { storedJson } from './stored-json.ts'
import {
  type Column,
  choice,
  flag,
  id,
  integer,
  json,
  longText,
  media,
  named,
  nullable,
  type RowOf,
  real,
  shortText,
  table,
  text,
  time,
} from './table.ts'
import { writerId } from './writer.ts'

/** Replaces an unreadable request. */
const unreadRequest: TranscriptionRequest = {
  connectionId: '?',
  model: '?',
  language: null,
  prompt: null,
  temperature: null,
}

/** A request with known facts about its audio. */
interface HeardRequest {
  readonly request: TranscriptionRequest
  /** The audio tracks; absent for a recording with one track, and until it is analysed. */
  readonly sound?: SoundTracks
  /** True if no page could open it, so that it cannot be cut. */
  readonly unopened?: boolean
}

const soundSchema = z.object({ sound: soundTracksSchema.optional(), unopened: z.boolean().optional() })

/** Analysed properties of the recording, stored with the request. */
const heardRequest: Column<HeardRequest> = {
  ...json(transcriptionRequestSchema, unreadRequest),
  read: (stored) => {
    const { sound, unopened } = storedJson(stored, soundSchema, {})
    return {
      request: storedJson(stored, transcriptionRequestSchema, unreadRequest),
      ...(sound === undefined ? {} : { sound }),
      ...(unopened === true ? { unopened } : {}),
    }
  },
  write: ({ request, sound, unopened }) => JSON.stringify({ ...request, sound, unopened }),
}

export const transcriptionTable = table('transcription_jobs', {
  id,
  /** Place in the queue. */
  position: real,
  name: shortText(1000),
  bytes: integer,
  heard: named('request', heardRequest),
  /** The recording in the library; null until it is stored. */
  sourceId: nullable(media('recordings')),
  // a status of a newer version counts as ended
  status: choice(transcriptionStatuses, 'failed'),
  error: errorColumn,
  /** Attempts for the current or next piece. */
  attempts: integer,
  /** True if a small recording must be cut too, because of its format or because the gateway refused it whole. */
  cut: choice(['no', 'preferred', 'refused'], 'no'),
  /**
   * State of the analysis: 0 until a page has analysed it and all its pieces are stored; 2 if it is sent before that.
   */
  listening: named('listened', integer),
  /** Length of the recording in ms. */
  duration: nullable(real),
  createdAt: time,
  sentAt: nullable(time),
  retryAt: nullable(time),
  endedAt: nullable(time),
  /** When the user dismissed it. */
  dismissedAt: nullable(time),
  /** The writer that may send it. */
  owner: id,
})

export const pieceTable = table(
  'transcription_pieces',
  {
    jobId: id,
    position: integer,
    /** Start in the recording, in ms. */
    from: named('from_ms', real),
    to: named('to_ms', real),
    /** True if the piece is the whole recording; otherwise it is a separate file. */
    whole: flag,
    /** File of the piece; null for an uncut recording, and when it is no longer needed. */
    mediaId: nullable(media('recordings')),
    state: choice(['waiting', 'sending', 'done'], 'waiting'),
    /** The gateway's answer, unchanged. */
    answer: nullable(longText),
  },
  { lists: { job_id: 20_000 } },
)

export const waveformTable = table('transcription_waveforms', { jobId: id, waveform: text() })

const jobs = transcriptionTable.without('position', 'owner')
const changing = jobs.without('id', 'name', 'bytes', 'createdAt')
const linkedPieces = pieceTable.without('answer')
const pieces = linkedPieces.without('jobId', 'position')

/** A part of a recording that is sent separately. */
export type StoredSoundPiece = RowOf<typeof pieces>

/** The changing part of a job; see `transcription-machine.ts`. All times in ms since 1970. */
export interface TranscriptionProgress
  extends Omit<RowOf<typeof changing>, 'heard' | 'listening'>,
    Omit<HeardRequest, 'request'> {
  /** True if a page has analysed it and all its pieces are stored. */
  readonly listened: boolean
  /** True if the recording is sent before its analysis is finished. */
  readonly ahead?: boolean
  readonly pieces: readonly StoredSoundPiece[]
}

/** A recording and its transcription job, as stored. */
export interface StoredTranscription
  extends TranscriptionProgress,
    Pick<RowOf<typeof jobs>, 'id' | 'name' | 'bytes' | 'createdAt'> {
  readonly request: TranscriptionRequest
}

// running jobs are always listed; the first two conditions let SQLite use that index
const isListed = "status <> 'done' AND dismissed_at IS NULL"

/** The table of transcription jobs, with their pieces. */
export class TranscriptionJobs {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns a job; null for an unknown id. */
  findJob(id: string): StoredTranscription | null {
    const row = this.database.prepare('SELECT * FROM transcription_jobs WHERE id = ?').get(id)
    return row ? this.fromRow(row) : null
  }

  /** Returns true if this computer may send the job. */
  isOwn(id: string): boolean {
    const own = this.database.prepare('SELECT 1 FROM transcription_jobs WHERE id = ? AND owner = ?')
    return own.get(id, writerId(this.database)) !== undefined
  }

  /** Returns true if a job has this recording, unless it was cancelled before anything was sent. */
  hasSource(sourceId: string): boolean {
    return (
      this.database
        .prepare(
          `SELECT 1 FROM transcription_jobs WHERE source_id = ? AND (sent_at IS NOT NULL OR status <> 'cancelled')`,
        )
        .get(sourceId) !== undefined
    )
  }

  /** Returns the ids of running jobs and of undismissed jobs that did not succeed, in queue order. */
  listedIds(offset: number, limit: number): { readonly ids: readonly string[]; readonly total: number } {
    const ids = this.database
      .prepare(`SELECT id FROM transcription_jobs WHERE ${isListed} ORDER BY position LIMIT ? OFFSET ?`)
      .all(limit, offset)
      .map(({ id }) => String(id))
    const total = this.database.prepare(`SELECT count(*) AS n FROM transcription_jobs WHERE ${isListed}`).get()
    return { ids, total: Number(total?.n) }
  }

  /** Returns the ids of this computer's jobs in one of these states, in queue order. */
  idsIn(statuses: readonly StoredTranscription['status'][]): readonly string[] {
    return this.database
      .prepare(
        `SELECT id FROM transcription_jobs WHERE ${isListed} AND owner = ?
           AND status IN (SELECT value FROM json_each(?)) ORDER BY position`,
      )
      .all(writerId(this.database), JSON.stringify(statuses))
      .map(({ id }) => String(id))
  }

  /** Returns the ids of this computer's jobs that are sent before their analysis is finished, oldest first. */
  idsAhead(): readonly string[] {
    return this.database
      .prepare(
        `SELECT id FROM transcription_jobs
         WHERE listened = 2 AND dismissed_at IS NULL AND owner = ? ORDER BY created_at, id`,
      )
      .all(writerId(this.database))
      .map(({ id }) => String(id))
  }

  /** Appends a job to this computer's queue. */
  insertJob(job: StoredTranscription): void {
    const { last } =
      this.database.prepare('SELECT coalesce(max(position), 0) AS last FROM transcription_jobs').get() ?? {}
    transcriptionTable.insert(this.database, {
      ...{ ...jobRow(job), position: Number(last) + 1, owner: writerId(this.database) },
    })
    this.putPieces(job, null)
  }

  /** Updates every changeable column, and the pieces that differ from `before`. */
  updateJob(job: StoredTranscription, before: StoredTranscription | null): void {
    changing.update(this.database, job.id, jobRow(job))
    this.putPieces(job, before)
  }

  private putPieces({ id: jobId, pieces: parts }: StoredTranscription, before: StoredTranscription | null): void {
    for (const [position, piece] of parts.entries())
      if (piece !== before?.pieces[position])
        linkedPieces.upsert(this.database, { ...piece, jobId, position }, ['jobId', 'position'])
    this.database
      .prepare('DELETE FROM transcription_pieces WHERE job_id = ? AND position >= ?')
      .run(jobId, parts.length)
  }

  /** Stores the gateway's answer to a piece, unchanged. */
  keepAnswer(id: string, position: number, answer: string): void {
    this.database
      .prepare('UPDATE transcription_pieces SET answer = ? WHERE job_id = ? AND position = ?')
      .run(answer, id, position)
  }

  answerOf(id: string, position: number): string | null {
    const row = this.database
      .prepare('SELECT answer FROM transcription_pieces WHERE job_id = ? AND position = ?')
      .get(id, position)
    return typeof row?.answer === 'string' ? row.answer : null
  }

  keepWaveform(id: string, waveform: string): void {
    this.database
      .prepare('INSERT OR REPLACE INTO transcription_waveforms (job_id, waveform) VALUES (?, ?)')
      .run(id, waveform)
  }

  waveformOf(id: string): string | null {
    const row = this.database.prepare('SELECT waveform FROM transcription_waveforms WHERE job_id = ?').get(id)
    return typeof row?.waveform === 'string' ? row.waveform : null
  }

  /** Moves a job before another one, or to the end. Call it within a transaction. */
  moveJob(id: string, beforeId: string | null): void {
    const line = this.database
      .prepare(`SELECT id FROM transcription_jobs WHERE ${isListed} AND owner = ? ORDER BY position`)
      .all(writerId(this.database))
      .map((row) => String(row.id))
      .filter((other) => other !== id)
    const at = beforeId === null ? line.length : line.indexOf(beforeId)
    const set = this.database.prepare('UPDATE transcription_jobs SET position = ? WHERE id = ?')
    const top = this.database.prepare('SELECT max(position) AS top FROM transcription_jobs').get()
    // above all earlier positions, so that a job that returns to the list has a unique position
    for (const [index, other] of line.toSpliced(at < 0 ? line.length : at, 0, id).entries())
      set.run(Number(top?.top ?? 0) + 1 + index, other)
  }

  /**
   * Removes dismissed jobs that ended before `before` and have no transcript left. Returns their ids, and the ids of
   * their media.
   */
  purgeJobs(before: number): { readonly jobs: readonly string[]; readonly media: readonly string[] } {
    const gone = `SELECT id FROM transcription_jobs
      WHERE ended_at <= ? AND (status = 'done' OR dismissed_at IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM transcripts WHERE job_id = transcription_jobs.id)`
    const jobs = this.database.prepare(gone).all(before)
    const media = this.database
      .prepare(
        `SELECT source_id AS id FROM transcription_jobs WHERE id IN (${gone})
         UNION SELECT media_id FROM transcription_pieces WHERE job_id IN (${gone})`,
      )
      .all(before, before)
    this.database.prepare(`DELETE FROM transcription_jobs WHERE id IN (${gone})`).run(before)
    return {
      jobs: jobs.map(({ id }) => String(id)),
      media: media.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
    }
  }

  private fromRow(row: Row): StoredTranscription {
    const { heard, listening, ...job } = jobs.readRow(row)
    const ahead = listening === 2 ? { ahead: true } : {}
    return { ...job, ...heard, listened: listening !== 0, ...ahead, pieces: this.piecesOf(job.id) }
  }

  private piecesOf(jobId: string): readonly StoredSoundPiece[] {
    return this.database
      .prepare(`SELECT ${pieces.list} FROM transcription_pieces WHERE job_id = ? ORDER BY position`)
      .all(jobId)
      .map((row) => pieces.readRow(row))
  }
}

function jobRow(job: StoredTranscription): RowOf<typeof jobs> {
  return { ...job, heard: job, listening: job.listened ? (job.ahead === true ? 2 : 1) : 0 }
}
