import { z } from 'zod'
import type { AppError } from '../../shared/errors.ts'
import { folded } from '../../shared/folded-text.ts'
import { keysMax } from '../../shared/history-limits.ts'
import {
  type VideoCounts,
  type VideoFilter,
  type VideoGroup,
  type VideoRequest,
  type VideoStatus,
  videoRequestSchema,
  videoStatuses,
} from '../../shared/video.ts'
import type { Database, Row, SqlValue } from './database.ts'
import { holdsIn, holdsWords } from './folded-conditions.ts'
import { storedError } from './stored-error.ts'
import { storedJson } from './stored-json.ts'

/** The changing state of a video job; see `video-job-machine.ts`. Times are in ms since 1970. */
export interface VideoProgress {
  readonly status: VideoStatus
  readonly error: AppError | null
  /** Number of submissions. */
  readonly attempts: number
  /** Number of the most recent consecutive submissions that the gateway refused for now. */
  readonly refusals: number
  /** Base URL of the accepting gateway; its host may serve the result, even if private. */
  readonly gatewayUrl: string | null
  readonly taskId: string | null
  readonly word: string | null
  readonly wordUnknown: boolean
  readonly polls: number
  /** Number of the most recent consecutive failed polls. */
  readonly failedPolls: number
  readonly sentAt: number | null
  /** When the submission was answered, by our clock and by the gateway's. */
  readonly acceptedAt: number | null
  readonly madeAt: number | null
  /** When a refused submission or failed download is retried. */
  readonly retryAt: number | null
  readonly polledAt: number | null
  readonly nextPollAt: number | null
  readonly link: string | null
  /** Number of consecutive dead links, and of failed downloads of the current link. */
  readonly deadLinks: number
  readonly brokenOff: number
  /** Bytes downloaded, total bytes, and the ETag of the file they belong to. */
  readonly received: number
  readonly total: number | null
  readonly version: string | null
  /** The gateway's last answer. */
  readonly answer: string | null
  readonly mediaId: string | null
  /** Length in ms. */
  readonly videoDuration: number | null
  readonly endedAt: number | null
}

/** A video job as stored. */
export interface StoredVideoJob extends VideoProgress {
  readonly id: string
  readonly request: VideoRequest
  readonly createdAt: number
  readonly posterId: string | null
  readonly favourite: boolean
  readonly seenAt: number | null
  readonly deletedAt: number | null
}

const time = z.number().nullable()
const rowSchema = z.object({
  id: z.string(),
  request: z.string(),
  // a status of a newer version counts as ended
  status: z.enum(videoStatuses).catch('failed'),
  error: z.string().nullable(),
  attempts: z.number(),
  refusals: z.number(),
  gateway_url: z.string().nullable(),
  task_id: z.string().nullable(),
  word: z.string().nullable(),
  word_unknown: z.number(),
  polls: z.number(),
  failed_polls: z.number(),
  created_at: z.number(),
  sent_at: time,
  accepted_at: time,
  made_at: time,
  retry_at: time,
  polled_at: time,
  next_poll_at: time,
  link: z.string().nullable(),
  dead_links: z.number(),
  broken_off: z.number(),
  received: z.number(),
  total: z.number().nullable(),
  version: z.string().nullable(),
  answer: z.string().nullable(),
  media_id: z.string().nullable(),
  poster_id: z.string().nullable(),
  video_duration: z.number().nullable(),
  ended_at: time,
  favourite: z.number(),
  seen_at: time,
  deleted_at: time,
})

/** Replaces an unreadable request. */
const unreadRequest: VideoRequest = { connectionId: '?', model: '?', prompt: '…', duration: 5 }

const runningStatuses = "('queued', 'submitting', 'pending', 'processing', 'downloading')"

/** Statuses of each group of the list. */
const statusesOf: Readonly<Record<Exclude<VideoGroup, 'all'>, readonly VideoStatus[]>> = {
  waiting: ['queued'],
  running: ['submitting', 'pending', 'processing', 'downloading'],
  done: ['done'],
  attention: ['failed', 'expired', 'unknown'],
}

/**
 * Running jobs, then waiting ones, both in queue order, then ended ones, newest first; jobs that ended at the same time
 * in queue order.
 */
const listOrder = `CASE WHEN ended_at IS NOT NULL THEN 2 WHEN status = 'queued' THEN 1 ELSE 0 END,
  CASE WHEN ended_at IS NULL THEN position END, ended_at DESC, position, id`

/** The table of video jobs. Deleted ones stay hidden until they are purged. */
export class VideoJobs {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns a job; null for an unknown or deleted id. */
  find(id: string): StoredVideoJob | null {
    const job = this.findEvenDeleted(id)
    return job?.deletedAt === null ? job : null
  }

  findEvenDeleted(id: string): StoredVideoJob | null {
    const row = this.database.prepare('SELECT * FROM video_jobs WHERE id = ?').get(id)
    return row ? fromRow(row) : null
  }

  /** Returns active jobs in queue order. */
  running(): readonly StoredVideoJob[] {
    return this.database
      .prepare(`SELECT * FROM video_jobs WHERE status IN ${runningStatuses} ORDER BY position`)
      .all()
      .map(fromRow)
  }

  /** Returns a range of matching jobs, in list order, and their total number. */
  page(
    filter: VideoFilter,
    offset: number,
    limit: number,
  ): { readonly jobs: readonly StoredVideoJob[]; readonly total: number } {
    const { where, values } = conditions(filter)
    const jobs = this.database
      .prepare(`SELECT * FROM video_jobs WHERE ${where} ORDER BY ${listOrder} LIMIT ? OFFSET ?`)
      .all(...values, limit, offset)
      .map(fromRow)
    const all = this.database.prepare(`SELECT count(*) AS n FROM video_jobs WHERE ${where}`).get(...values)
    return { jobs, total: Number(all?.n ?? 0) }
  }

  /** Returns the ids of all matching jobs, in list order. */
  ids(filter: VideoFilter): readonly string[] {
    const { where, values } = conditions(filter)
    return this.database
      .prepare(`SELECT id FROM video_jobs WHERE ${where} ORDER BY ${listOrder} LIMIT ?`)
      .all(...values, keysMax)
      .map(({ id }) => String(id))
  }

  counts(): VideoCounts {
    const rows = this.database
      .prepare('SELECT status, count(*) AS n FROM video_jobs WHERE deleted_at IS NULL GROUP BY status')
      .all()
    const of = (statuses: readonly string[] | null): number =>
      rows.reduce((sum, { status, n }) => sum + (statuses?.includes(String(status)) === false ? 0 : Number(n)), 0)
    return {
      all: of(null),
      waiting: of(statusesOf.waiting),
      running: of(statusesOf.running),
      done: of(statusesOf.done),
      attention: of(statusesOf.attention),
    }
  }

  /** Returns the models of all undeleted jobs, most frequent first. */
  models(): readonly string[] {
    return this.database
      .prepare('SELECT model FROM video_jobs WHERE deleted_at IS NULL GROUP BY model ORDER BY count(*) DESC, model')
      .all()
      .map(({ model }) => String(model))
  }

  /** Appends a job to the queue. */
  insert(job: StoredVideoJob): void {
    this.database
      .prepare(
        `INSERT INTO video_jobs (id, position, request, model, prompt_folded, status, attempts, refusals, word_unknown, polls,
           failed_polls, created_at, dead_links, broken_off, received)
         VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM video_jobs), ?, ?, ?, ?, 0, 0, 0, 0, 0, ?, 0, 0, 0)`,
      )
      .run(
        job.id,
        JSON.stringify(job.request),
        job.request.model,
        folded(job.request.prompt),
        job.status,
        job.createdAt,
      )
    this.update(job)
  }

  /** Updates every column that the state machine changes. */
  update(job: StoredVideoJob): void {
    this.database
      .prepare(
        `UPDATE video_jobs SET status = ?, error = ?, attempts = ?, refusals = ?, gateway_url = ?, task_id = ?, word = ?,
           word_unknown = ?, polls = ?, failed_polls = ?, sent_at = ?, accepted_at = ?, made_at = ?, retry_at = ?,
           polled_at = ?, next_poll_at = ?, link = ?, dead_links = ?, broken_off = ?, received = ?, total = ?,
           version = ?, answer = ?, media_id = ?, video_duration = ?, ended_at = ?, seen_at = ?
         WHERE id = ?`,
      )
      .run(
        job.status,
        errorText(job.error),
        job.attempts,
        job.refusals,
        job.gatewayUrl,
        job.taskId,
        job.word,
        job.wordUnknown ? 1 : 0,
        job.polls,
        job.failedPolls,
        job.sentAt,
        job.acceptedAt,
        job.madeAt,
        job.retryAt,
        job.polledAt,
        job.nextPollAt,
        job.link,
        job.deadLinks,
        job.brokenOff,
        job.received,
        job.total,
        job.version,
        job.answer,
        job.mediaId,
        job.videoDuration,
        job.endedAt,
        job.seenAt,
        job.id,
      )
  }

  /** Moves a waiting job before another one, or to the end. Call it within a transaction. */
  move(id: string, beforeId: string | null): void {
    const line = this.database
      .prepare("SELECT id FROM video_jobs WHERE status = 'queued' ORDER BY position")
      .all()
      .map((row) => String(row.id))
      .filter((other) => other !== id)
    const at = beforeId === null ? line.length : line.indexOf(beforeId)
    const set = this.database.prepare('UPDATE video_jobs SET position = ? WHERE id = ?')
    const top = this.database.prepare('SELECT max(position) AS top FROM video_jobs').get()
    // above all earlier positions, so that a job that returns to the queue has a unique position
    for (const [index, other] of line.toSpliced(at < 0 ? line.length : at, 0, id).entries())
      set.run(Number(top?.top ?? 0) + 1 + index, other)
  }

  setPoster(id: string, posterId: string): void {
    this.database.prepare('UPDATE video_jobs SET poster_id = ? WHERE id = ?').run(posterId, id)
  }

  setFavourite(ids: readonly string[], favourite: boolean): void {
    this.onIds('favourite = ?', favourite ? 1 : 0, ids, '1')
  }

  markSeen(ids: readonly string[], now: number): void {
    this.onIds('seen_at = ?', now, ids, 'ended_at IS NOT NULL AND seen_at IS NULL')
  }

  /** Hides ended jobs; returns their number. */
  delete(ids: readonly string[], now: number): number {
    return this.onIds('deleted_at = ?', now, ids, 'deleted_at IS NULL AND ended_at IS NOT NULL')
  }

  /** Restores deleted jobs; returns their number. */
  restore(ids: readonly string[]): number {
    return this.onIds('deleted_at = ?', null, ids, 'deleted_at IS NOT NULL')
  }

  /** Returns the deletion time of the oldest deleted job, ms since 1970; null if there is none. */
  oldestDeletion(): number | null {
    const row = this.database
      .prepare('SELECT min(deleted_at) AS oldest FROM video_jobs WHERE deleted_at IS NOT NULL')
      .get()
    return typeof row?.oldest === 'number' ? row.oldest : null
  }

  /** Removes jobs deleted before `before`. Returns the ids of their media. */
  purge(before: number): readonly string[] {
    const media = this.database
      .prepare(
        `SELECT media_id AS id FROM video_jobs WHERE deleted_at <= ?
         UNION SELECT poster_id FROM video_jobs WHERE deleted_at <= ?`,
      )
      .all(before, before)
    this.database.prepare('DELETE FROM video_jobs WHERE deleted_at <= ?').run(before)
    return media.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  }

  private onIds(change: string, value: SqlValue, ids: readonly string[], condition: string): number {
    return this.database
      .prepare(`UPDATE video_jobs SET ${change} WHERE ${condition} AND id IN (SELECT value FROM json_each(?))`)
      .run(value, JSON.stringify(ids))
  }
}

function conditions(filter: VideoFilter): { readonly where: string; readonly values: readonly SqlValue[] } {
  const parts: readonly { readonly sql: string; readonly values: readonly SqlValue[] }[] = [
    { sql: 'deleted_at IS NULL', values: [] },
    ...(filter.group === 'all'
      ? []
      : [
          {
            sql: 'status IN (SELECT value FROM json_each(?))',
            values: [JSON.stringify(statusesOf[filter.group])],
          },
        ]),
    ...holdsWords(filter.query, holdsIn('prompt_folded')),
    ...(filter.models.length === 0
      ? []
      : [{ sql: 'model IN (SELECT value FROM json_each(?))', values: [JSON.stringify(filter.models)] }]),
    ...(filter.favourite ? [{ sql: 'favourite = 1', values: [] }] : []),
  ]
  return { where: parts.map(({ sql }) => sql).join(' AND '), values: parts.flatMap(({ values }) => values) }
}

function errorText(error: AppError | null): string | null {
  return error === null ? null : JSON.stringify(error)
}

function fromRow(row: Row): StoredVideoJob {
  const parsed = rowSchema.parse(row)
  return {
    id: parsed.id,
    request: storedJson(parsed.request, videoRequestSchema, unreadRequest),
    status: parsed.status,
    error: storedError(parsed.error),
    attempts: parsed.attempts,
    refusals: parsed.refusals,
    gatewayUrl: parsed.gateway_url,
    taskId: parsed.task_id,
    word: parsed.word,
    wordUnknown: parsed.word_unknown !== 0,
    polls: parsed.polls,
    failedPolls: parsed.failed_polls,
    createdAt: parsed.created_at,
    sentAt: parsed.sent_at,
    acceptedAt: parsed.accepted_at,
    madeAt: parsed.made_at,
    retryAt: parsed.retry_at,
    polledAt: parsed.polled_at,
    nextPollAt: parsed.next_poll_at,
    link: parsed.link,
    deadLinks: parsed.dead_links,
    brokenOff: parsed.broken_off,
    received: parsed.received,
    total: parsed.total,
    version: parsed.version,
    answer: parsed.answer,
    mediaId: parsed.media_id,
    posterId: parsed.poster_id,
    videoDuration: parsed.video_duration,
    endedAt: parsed.ended_at,
    favourite: parsed.favourite !== 0,
    seenAt: parsed.seen_at,
    deletedAt: parsed.deleted_at,
  }
}
