import { fail } from '../../shared/errors.ts'
import { type ImageRequest, imageJobStatuses, imageRequestSchema } from '../../shared/image.ts'
import { activeStatuses } from './active-statuses.ts'
import type { Database, Row } from './database.ts'
import { errorColumn } from './stored-error.ts'
import { choice, id, integer, json, media, nullable, type RowOf, table, text, time } from './table.ts'
import { writerId } from './writer.ts'

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

export const imageJobTable = table('image_jobs', {
  /** Increases with every new job. */
  sequence: integer,
  id,
  request: json(imageRequestSchema, unreadRequest),
  /** Files of the request. */
  sourceId: nullable(media('images')),
  maskId: nullable(media('images')),
  // a status of a newer version counts as ended
  status: choice(imageJobStatuses, 'failed'),
  error: errorColumn,
  attempts: integer,
  /** Base URL that it was sent to; null before that. */
  gatewayUrl: nullable(text()),
  createdAt: time,
  sentAt: nullable(time),
  retryAt: nullable(time),
  answeredAt: nullable(time),
  endedAt: nullable(time),
  /** When the user dismissed it. */
  dismissedAt: nullable(time),
  /** The writer that may send it. */
  owner: id,
})

export const imagePieceTable = table(
  'image_pieces',
  {
    jobId: id,
    position: integer,
    state: choice(['pending', 'saved', 'failed'], 'failed'),
    link: nullable(text()),
    mediaId: nullable(media('images')),
    revisedPrompt: nullable(text()),
    error: errorColumn,
    imageId: nullable(id),
  },
  { lists: { job_id: 2000 } },
)

/** Pictures of a job's request after its source, so that their files are kept. */
export const imageReferenceTable = table(
  'image_job_references',
  { jobId: id, position: integer, mediaId: media('images'), imageId: nullable(id) },
  { lists: { job_id: 100 } },
)

const jobs = imageJobTable.without('sourceId', 'maskId', 'owner')
const changing = jobs.without('id', 'sequence', 'request', 'createdAt')
const pieces = imagePieceTable.without('jobId', 'position')

/** One picture of an answer: its source, and its image once it is in the gallery. */
export type StoredPiece = RowOf<typeof pieces>

/** The changing part of a job; see `image-job-machine.ts`. All times in ms since 1970. */
export interface JobProgress extends RowOf<typeof changing> {
  readonly pieces: readonly StoredPiece[]
}

/** An image request as stored. */
export interface StoredImageJob
  extends JobProgress,
    Pick<RowOf<typeof jobs>, 'id' | 'sequence' | 'request' | 'createdAt'> {}

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

/** Maximum number of pictures read from one answer: an import may have 1,000, and early versions stored any number. */
const piecesMax = 1_000

/** Number of the newest requests among which earlier prompts are looked for. */
const requestsReadMax = 300

/** The table of image requests, with the pictures of their answers. */
export class ImageJobs {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns a job; null for an unknown id. */
  findJob(id: string): StoredImageJob | null {
    const row = this.database.prepare('SELECT * FROM image_jobs WHERE id = ?').get(id)
    return row ? this.fromRow(row) : null
  }

  /** Returns the ids of running jobs and of undismissed jobs with a problem; newest first. */
  listedIds(offset: number, limit: number): { readonly ids: readonly string[]; readonly total: number } {
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

  /** Returns true if this computer may send the job. */
  isOwn(id: string): boolean {
    const own = this.database.prepare('SELECT 1 FROM image_jobs WHERE id = ? AND owner = ?')
    return own.get(id, writerId(this.database)) !== undefined
  }

  /** Returns this computer's active jobs, oldest first. */
  activeJobs(): readonly StoredImageJob[] {
    return this.database
      .prepare(
        // running jobs are always listed; the first two conditions let SQLite use that index
        `SELECT * FROM image_jobs WHERE status <> 'done' AND dismissed_at IS NULL
           AND status IN ${activeStatuses(imageJobStatuses)} AND owner = ? ORDER BY sequence`,
      )
      .all(writerId(this.database))
      .map((row) => this.fromRow(row))
  }

  /** Returns the different prompts of the newest requests, newest first. Those with all images deleted are left out. */
  recentPrompts(limit: number): readonly string[] {
    const rows = this.database
      .prepare(
        `SELECT request FROM image_jobs
         WHERE NOT EXISTS (SELECT 1 FROM images WHERE job_id = image_jobs.id)
           OR EXISTS (SELECT 1 FROM images WHERE job_id = image_jobs.id AND deleted_at IS NULL)
         ORDER BY sequence DESC LIMIT ?`,
      )
      .all(requestsReadMax)
    const prompts = rows.map((row) => imageJobTable.only('request').readRow(row).request.prompt)
    return [...new Set(prompts)].slice(0, limit)
  }

  /** Inserts a job of this computer and returns it with its sequence. */
  insertJob(job: Omit<StoredImageJob, 'sequence'>): StoredImageJob {
    const { edit } = job.request
    const files = { sourceId: edit?.sourceId ?? null, maskId: edit?.maskId ?? null }
    imageJobTable.without('sequence').insert(this.database, { ...job, ...files, owner: writerId(this.database) })
    for (const [position, reference] of (edit?.references ?? []).entries())
      imageReferenceTable.insert(this.database, { jobId: job.id, position, ...reference })
    this.putPieces(job)
    return this.findJob(job.id) ?? fail('internal', 'a job that was just added is not there')
  }

  /** Updates every changeable column. */
  updateJob(job: Omit<StoredImageJob, 'sequence'>): void {
    changing.update(this.database, job.id, job)
    this.putPieces(job)
  }

  private putPieces({ id: jobId, pieces: pictures }: Pick<StoredImageJob, 'id' | 'pieces'>): void {
    for (const [position, piece] of pictures.entries())
      imagePieceTable.upsert(this.database, { ...piece, jobId, position }, ['jobId', 'position'])
  }

  /** Removes dismissed jobs that ended before `before` and have no image left. Returns the ids of their media. */
  purgeJobs(before: number): readonly string[] {
    const gone = `SELECT id FROM image_jobs
      WHERE ended_at <= ? AND (status = 'done' OR dismissed_at IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM images WHERE job_id = image_jobs.id)`
    const media = this.database
      .prepare(
        `SELECT source_id AS id FROM image_jobs WHERE id IN (${gone})
         UNION SELECT mask_id FROM image_jobs WHERE id IN (${gone})
         UNION SELECT media_id FROM image_pieces WHERE job_id IN (${gone})
         UNION SELECT media_id FROM image_job_references WHERE job_id IN (${gone})`,
      )
      .all(before, before, before, before)
    this.database.prepare(`DELETE FROM image_jobs WHERE id IN (${gone})`).run(before)
    return media.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  }

  private fromRow(row: Row): StoredImageJob {
    const job = jobs.readRow(row)
    return { ...job, pieces: this.piecesOf(job.id) }
  }

  private piecesOf(jobId: string): readonly StoredPiece[] {
    return this.database
      .prepare('SELECT * FROM image_pieces WHERE job_id = ? ORDER BY position LIMIT ?')
      .all(jobId, piecesMax)
      .map((row) => pieces.readRow(row))
  }
}
