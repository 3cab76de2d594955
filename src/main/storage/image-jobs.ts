import { z } from 'zod'
import { type AppError, fail } from '../../shared/errors.ts'
import { type ImageRequest, imageJobStatuses, imageRequestSchema } from '../../shared/image.ts'
import type { Database, Row } from './database.ts'
import { storedError } from './stored-error.ts'
import { storedJson } from './stored-json.ts'

/** One picture of an answer: its source, and its image once it is in the gallery. */
export interface StoredPiece {
  readonly state: 'pending' | 'saved' | 'failed'
  readonly link: string | null
  readonly mediaId: string | null
  readonly revisedPrompt: string | null
  readonly error: AppError | null
  readonly imageId: string | null
}

const pieceRowSchema = z.object({
  state: z.enum(['pending', 'saved', 'failed']).catch('failed'),
  link: z.string().nullable(),
  media_id: z.string().nullable(),
  revised_prompt: z.string().nullable(),
  image_id: z.string().nullable(),
})

/** Replaces an unreadable request. */
const unreadRequest: ImageRequest = {
  connectionId: '?',
  model: '?',
  prompt: '…',
  n: 1,
  size: null,
  quality: null,
  responseFormat: null,
  edit: null,
}

/** Marks a stored link as the address of a request's state, not of a picture. */
const stateMark = 'poll:'

/** Returns the stored link of a request that the gateway has not answered yet. */
export function followedLink(address: string): string {
  return `${stateMark}${address}`
}

/** Returns the address of a request's state; null for the link of a picture. */
export function followedAddress({ link }: Pick<StoredPiece, 'link'>): string | null {
  return link?.startsWith(stateMark) === true ? link.slice(stateMark.length) : null
}

/** The changing part of a job; see `image-job-machine.ts`. All times in ms since 1970. */
export interface JobProgress {
  readonly status: (typeof imageJobStatuses)[number]
  readonly error: AppError | null
  readonly attempts: number
  /** Base URL that it was sent to; null before that. */
  readonly gatewayUrl: string | null
  readonly sentAt: number | null
  readonly retryAt: number | null
  readonly answeredAt: number | null
  readonly endedAt: number | null
  /** When the user dismissed it. */
  readonly dismissedAt: number | null
  readonly pieces: readonly StoredPiece[]
}

/** An image request as stored. */
export interface StoredImageJob extends JobProgress {
  readonly id: string
  /** Increases with every new job. */
  readonly sequence: number
  readonly request: ImageRequest
  readonly createdAt: number
}

const rowSchema = z.object({
  id: z.string(),
  sequence: z.number(),
  // a status of a newer version counts as ended
  status: z.enum(imageJobStatuses).catch('failed'),
  error: z.string().nullable(),
  attempts: z.number(),
  gateway_url: z.string().nullable(),
  created_at: z.number(),
  sent_at: z.number().nullable(),
  retry_at: z.number().nullable(),
  answered_at: z.number().nullable(),
  ended_at: z.number().nullable(),
  dismissed_at: z.number().nullable(),
})

/** Most pictures read from one answer: an import may have 1,000, and early versions stored any number. */
const piecesMax = 1_000

/** The table of image requests, with the pictures of their answers. */
export class ImageJobs {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns a job; null for an unknown id. */
  find(id: string): StoredImageJob | null {
    const row = this.database.prepare('SELECT * FROM image_jobs WHERE id = ?').get(id)
    return row ? this.fromRow(row) : null
  }

  /** Returns the ids of running jobs and of undismissed jobs with a problem; newest first. */
  listed(offset: number, limit: number): { readonly ids: readonly string[]; readonly total: number } {
    // two queries, so that SQLite uses the partial index
    const listed = `SELECT id, sequence FROM image_jobs WHERE status <> 'done' AND dismissed_at IS NULL
       UNION ALL SELECT id, sequence FROM image_jobs WHERE status = 'done' AND error IS NOT NULL AND dismissed_at IS NULL`
    const ids = this.database
      .prepare(`SELECT id FROM (${listed}) ORDER BY sequence DESC LIMIT ? OFFSET ?`)
      .all(limit, offset)
      .map(({ id }) => String(id))
    const total = Number(this.database.prepare(`SELECT count(*) AS n FROM (${listed})`).get()?.n)
    return { ids, total }
  }

  /** Returns active jobs, oldest first. */
  running(): readonly StoredImageJob[] {
    return this.database
      .prepare(
        // running jobs are always listed; the first two conditions let SQLite use that index
        `SELECT * FROM image_jobs WHERE status <> 'done' AND dismissed_at IS NULL
           AND status IN ('queued', 'sending', 'waiting', 'saving') ORDER BY sequence`,
      )
      .all()
      .map((row) => this.fromRow(row))
  }

  /** Inserts a job and returns it with its sequence. */
  insert(job: Omit<StoredImageJob, 'sequence'>): StoredImageJob {
    this.database
      .prepare(
        `INSERT INTO image_jobs (id, request, source_id, mask_id, status, attempts, created_at)
         VALUES (?, ?, ?, ?, ?, 0, ?)`,
      )
      .run(
        job.id,
        JSON.stringify(job.request),
        job.request.edit?.sourceId ?? null,
        job.request.edit?.maskId ?? null,
        job.status,
        job.createdAt,
      )
    this.update(job)
    return this.find(job.id) ?? fail('internal', 'a job that was just added is not there')
  }

  /** Updates every changeable column. */
  update(job: Omit<StoredImageJob, 'sequence'>): void {
    this.database
      .prepare(
        `UPDATE image_jobs SET status = ?, error = ?, attempts = ?, gateway_url = ?, sent_at = ?, retry_at = ?,
           answered_at = ?, ended_at = ?, dismissed_at = ? WHERE id = ?`,
      )
      .run(
        job.status,
        errorText(job.error),
        job.attempts,
        job.gatewayUrl,
        job.sentAt,
        job.retryAt,
        job.answeredAt,
        job.endedAt,
        job.dismissedAt,
        job.id,
      )
    const put = this.database.prepare(
      `INSERT OR REPLACE INTO image_pieces (job_id, position, state, link, media_id, revised_prompt, error, image_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    for (const [position, piece] of job.pieces.entries())
      put.run(
        job.id,
        position,
        piece.state,
        piece.link,
        piece.mediaId,
        piece.revisedPrompt,
        errorText(piece.error),
        piece.imageId,
      )
  }

  /** Removes dismissed jobs that ended before `before` and have no image left. Returns the ids of their media. */
  purge(before: number): readonly string[] {
    const gone = `SELECT id FROM image_jobs
      WHERE ended_at <= ? AND (status = 'done' OR dismissed_at IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM images WHERE job_id = image_jobs.id)`
    const media = this.database
      .prepare(
        `SELECT source_id AS id FROM image_jobs WHERE id IN (${gone})
         UNION SELECT mask_id FROM image_jobs WHERE id IN (${gone})
         UNION SELECT media_id FROM image_pieces WHERE job_id IN (${gone})`,
      )
      .all(before, before, before)
    this.database.prepare(`DELETE FROM image_jobs WHERE id IN (${gone})`).run(before)
    return media.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  }

  private fromRow(row: Row): StoredImageJob {
    const parsed = rowSchema.parse(row)
    return {
      id: parsed.id,
      sequence: parsed.sequence,
      request: storedJson(row.request, imageRequestSchema, unreadRequest),
      status: parsed.status,
      error: storedError(parsed.error),
      attempts: parsed.attempts,
      gatewayUrl: parsed.gateway_url,
      createdAt: parsed.created_at,
      sentAt: parsed.sent_at,
      retryAt: parsed.retry_at,
      answeredAt: parsed.answered_at,
      endedAt: parsed.ended_at,
      dismissedAt: parsed.dismissed_at,
      pieces: this.piecesOf(parsed.id),
    }
  }

  private piecesOf(jobId: string): readonly StoredPiece[] {
    return this.database
      .prepare('SELECT * FROM image_pieces WHERE job_id = ? ORDER BY position LIMIT ?')
      .all(jobId, piecesMax)
      .map((row): StoredPiece => {
        const piece = pieceRowSchema.parse(row)
        return {
          state: piece.state,
          link: piece.link,
          mediaId: piece.media_id,
          revisedPrompt: piece.revised_prompt,
          error: storedError(row.error),
          imageId: piece.image_id,
        }
      })
  }
}

function errorText(error: AppError | null): string | null {
  return error === null ? null : JSON.stringify(error)
}
