import { z } from 'zod'
import type { AppError } from '../../shared/errors.ts'
import {
  type SoundPiece,
  type SoundTracks,
  soundTracksSchema,
  type TranscriptionRequest,
  transcriptionRequestSchema,
  transcriptionStatuses,
} from '../../shared/transcript.ts'
import type { Database, Row } from './database.ts'
import { storedError } from './stored-error.ts'
import { storedJson } from './stored-json.ts'

/** A part of a recording that is sent separately. */
export interface StoredSoundPiece {
  /** Start in the recording, in ms. */
  readonly from: number
  readonly to: number
  /** Whether the piece is the whole recording; otherwise it is a separate file. */
  readonly whole: boolean
  /** Its file; null for an uncut recording, and when it is no longer needed. */
  readonly mediaId: string | null
  readonly state: SoundPiece['state']
}

/** The changing part of a job; see `transcription-machine.ts`. All times in ms since 1970. */
export interface TranscriptionProgress {
  readonly status: (typeof transcriptionStatuses)[number]
  readonly error: AppError | null
  /** Attempts for the current or next piece. */
  readonly attempts: number
  /** The recording in the library; null until it is stored. */
  readonly sourceId: string | null
  /** Whether a small recording must be cut too, because of its format or because the gateway refused it whole. */
  readonly cut: 'no' | 'preferred' | 'refused'
  /** Whether a page has analysed it and all its pieces are stored. */
  readonly listened: boolean
  /** Whether it is sent before its analysis is finished. */
  readonly ahead?: boolean
  /** Whether no page could open it, so that it cannot be cut. */
  readonly unopened?: boolean
  /** Length in ms. */
  readonly duration: number | null
  readonly sentAt: number | null
  readonly retryAt: number | null
  readonly endedAt: number | null
  /** When the user dismissed it. */
  readonly dismissedAt: number | null
  readonly pieces: readonly StoredSoundPiece[]
  /** Absent for a recording with one audio track, and until it is analysed. */
  readonly sound?: SoundTracks
}

/** A recording and its transcription job, as stored. */
export interface StoredTranscription extends TranscriptionProgress {
  readonly id: string
  readonly name: string
  readonly bytes: number
  readonly request: TranscriptionRequest
  readonly createdAt: number
}

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  request: z.string(),
  source_id: z.string().nullable(),
  // a status of a newer version counts as ended
  status: z.enum(transcriptionStatuses).catch('failed'),
  error: z.string().nullable(),
  attempts: z.number(),
  cut: z.enum(['no', 'preferred', 'refused']).catch('no'),
  listened: z.number(),
  duration: z.number().nullable(),
  created_at: z.number(),
  sent_at: z.number().nullable(),
  retry_at: z.number().nullable(),
  ended_at: z.number().nullable(),
  dismissed_at: z.number().nullable(),
})

const pieceRowSchema = z.object({
  from_ms: z.number(),
  to_ms: z.number(),
  whole: z.number(),
  media_id: z.string().nullable(),
  state: z.enum(['waiting', 'sending', 'done']).catch('waiting'),
})

/** Known facts about the audio, stored with the request. */
const soundSchema = z.object({ sound: soundTracksSchema.optional(), unopened: z.boolean().optional() })

function requestText({ request, sound, unopened }: StoredTranscription): string {
  return JSON.stringify({ ...request, sound, unopened })
}

function soundIn(request: string): Pick<TranscriptionProgress, 'sound' | 'unopened'> {
  const { sound, unopened } = storedJson(request, soundSchema, {})
  return { ...(sound === undefined ? {} : { sound }), ...(unopened === true ? { unopened } : {}) }
}

/** Replaces an unreadable request. */
const unreadRequest: TranscriptionRequest = {
  connectionId: '?',
  model: '?',
  language: null,
  prompt: null,
  temperature: null,
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
  find(id: string): StoredTranscription | null {
    const row = this.database.prepare('SELECT * FROM transcription_jobs WHERE id = ?').get(id)
    return row ? this.fromRow(row) : null
  }

  /** Returns the ids of running jobs and of undismissed jobs that did not succeed, in queue order. */
  listed(offset: number, limit: number): { readonly ids: readonly string[]; readonly total: number } {
    const ids = this.database
      .prepare(`SELECT id FROM transcription_jobs WHERE ${isListed} ORDER BY position LIMIT ? OFFSET ?`)
      .all(limit, offset)
      .map(({ id }) => String(id))
    const total = this.database.prepare(`SELECT count(*) AS n FROM transcription_jobs WHERE ${isListed}`).get()
    return { ids, total: Number(total?.n) }
  }

  /** Returns the ids of jobs in one of these states, in queue order. */
  idsIn(statuses: readonly StoredTranscription['status'][]): readonly string[] {
    return this.database
      .prepare(
        `SELECT id FROM transcription_jobs WHERE ${isListed} AND status IN (SELECT value FROM json_each(?))
         ORDER BY position`,
      )
      .all(JSON.stringify(statuses))
      .map(({ id }) => String(id))
  }

  /** Returns the ids of jobs that are sent before their analysis is finished, oldest first. */
  idsAhead(): readonly string[] {
    return this.database
      .prepare('SELECT id FROM transcription_jobs WHERE listened = 2 AND dismissed_at IS NULL ORDER BY created_at')
      .all()
      .map(({ id }) => String(id))
  }

  /** Appends a job to the queue. */
  insert(job: StoredTranscription): void {
    this.database
      .prepare(
        `INSERT INTO transcription_jobs (id, position, name, bytes, request, status, attempts, cut, listened, created_at)
         VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM transcription_jobs), ?, ?, ?, ?, 0, 'no', 0, ?)`,
      )
      .run(job.id, job.name, job.bytes, requestText(job), job.status, job.createdAt)
    this.update(job, null)
  }

  /** Updates every changeable column, and the pieces that differ from `before`. */
  update(job: StoredTranscription, before: StoredTranscription | null): void {
    this.database
      .prepare(
        `UPDATE transcription_jobs SET request = ?, source_id = ?, status = ?, error = ?, attempts = ?, cut = ?, listened = ?,
           duration = ?, sent_at = ?, retry_at = ?, ended_at = ?, dismissed_at = ? WHERE id = ?`,
      )
      .run(
        requestText(job),
        job.sourceId,
        job.status,
        job.error === null ? null : JSON.stringify(job.error),
        job.attempts,
        job.cut,
        job.listened ? (job.ahead === true ? 2 : 1) : 0,
        job.duration,
        job.sentAt,
        job.retryAt,
        job.endedAt,
        job.dismissedAt,
        job.id,
      )
    const put = this.database.prepare(
      `INSERT INTO transcription_pieces (job_id, position, from_ms, to_ms, whole, media_id, state)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (job_id, position) DO UPDATE SET from_ms = excluded.from_ms, to_ms = excluded.to_ms,
         whole = excluded.whole, media_id = excluded.media_id, state = excluded.state`,
    )
    for (const [position, piece] of job.pieces.entries()) {
      if (piece === before?.pieces[position]) continue
      put.run(job.id, position, piece.from, piece.to, piece.whole ? 1 : 0, piece.mediaId, piece.state)
    }
    this.database
      .prepare('DELETE FROM transcription_pieces WHERE job_id = ? AND position >= ?')
      .run(job.id, job.pieces.length)
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
  move(id: string, beforeId: string | null): void {
    const line = this.database
      .prepare(`SELECT id FROM transcription_jobs WHERE ${isListed} ORDER BY position`)
      .all()
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
  purge(before: number): { readonly jobs: readonly string[]; readonly media: readonly string[] } {
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
    const parsed = rowSchema.parse(row)
    return {
      id: parsed.id,
      name: parsed.name,
      bytes: parsed.bytes,
      request: storedJson(parsed.request, transcriptionRequestSchema, unreadRequest),
      sourceId: parsed.source_id,
      status: parsed.status,
      error: storedError(parsed.error),
      attempts: parsed.attempts,
      cut: parsed.cut,
      listened: parsed.listened !== 0,
      ...(parsed.listened === 2 ? { ahead: true } : {}),
      duration: parsed.duration,
      createdAt: parsed.created_at,
      sentAt: parsed.sent_at,
      retryAt: parsed.retry_at,
      endedAt: parsed.ended_at,
      dismissedAt: parsed.dismissed_at,
      pieces: this.piecesOf(parsed.id),
      ...soundIn(parsed.request),
    }
  }

  private piecesOf(jobId: string): readonly StoredSoundPiece[] {
    return this.database
      .prepare(
        `SELECT from_ms, to_ms, whole, media_id, state FROM transcription_pieces WHERE job_id = ? ORDER BY position`,
      )
      .all(jobId)
      .map((row) => {
        const piece = pieceRowSchema.parse(row)
        return {
          from: piece.from_ms,
          to: piece.to_ms,
          whole: piece.whole !== 0,
          mediaId: piece.media_id,
          state: piece.state,
        }
      })
  }
}
