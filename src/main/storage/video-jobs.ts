import { folded } from '../../shared/folded-text.ts'
import { keysMax } from '../../shared/history-limits.ts'
import { phaseOf } from '../../shared/job-phase.ts'
import {
  type VideoCounts,
  type VideoFilter,
  type VideoGroup,
  type VideoRequest,
  type VideoStatus,
  videoRequestSchema,
  videoStatuses,
} from '../../shared/video.ts'
import { activeStatuses } from './active-statuses.ts'
import type { Database, SqlValue } from './database.ts'
import { holdsIn, holdsWords } from './folded-conditions.ts'
import { errorColumn } from './stored-error.ts'
import {
  choice,
  deletion,
  flag,
  id,
  integer,
  json,
  media,
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
const unreadRequest: VideoRequest = { connectionId: '?', model: '?', prompt: '…', duration: 5 }

export const videoTable = table('video_jobs', {
  id,
  /** Place in the queue. */
  position: real,
  request: json(videoRequestSchema, unreadRequest),
  /** Model and folded prompt of the request. */
  model: shortText(),
  promptFolded: text(),
  // a status of a newer version counts as ended
  status: choice(videoStatuses, 'failed'),
  error: errorColumn,
  /** Number of submissions. */
  attempts: integer,
  /** Number of the most recent consecutive submissions that the gateway refused for now. */
  refusals: integer,
  /** Base URL of the accepting gateway; its host may serve the result, even if private. */
  gatewayUrl: nullable(text()),
  taskId: nullable(text()),
  word: nullable(text()),
  wordUnknown: flag,
  polls: integer,
  /** Number of the most recent consecutive failed polls. */
  failedPolls: integer,
  createdAt: time,
  sentAt: nullable(time),
  /** When the submission was answered, by our clock and by the gateway's. */
  acceptedAt: nullable(time),
  madeAt: nullable(time),
  /** When a refused submission or failed download is retried. */
  retryAt: nullable(time),
  polledAt: nullable(time),
  nextPollAt: nullable(time),
  link: nullable(text()),
  /** Number of consecutive dead links, and of failed downloads of the current link. */
  deadLinks: integer,
  brokenOff: integer,
  /** Bytes downloaded, total bytes, and the ETag of the file they belong to. */
  received: integer,
  total: nullable(integer),
  version: nullable(text()),
  /** The gateway's last answer. */
  answer: nullable(text()),
  mediaId: nullable(media('videos')),
  posterId: nullable(media('videos')),
  /** First picture of the request, so that its file is kept. */
  firstPictureId: nullable(media('videos')),
  /** Length of the video in ms. */
  videoDuration: nullable(real),
  endedAt: nullable(time),
  favourite: flag,
  seenAt: nullable(time),
  deletedAt: deletion,
  /** The writer that may send it. */
  owner: id,
})

export const storedVideos = videoTable.without('position', 'model', 'promptFolded', 'firstPictureId', 'owner')
const changing = storedVideos.without('id', 'request', 'createdAt', 'posterId', 'favourite', 'deletedAt')

/** A video job as stored. Times are in ms since 1970. */
export type StoredVideoJob = RowOf<typeof storedVideos>

/** The changing state of a video job; see `video-job-machine.ts`. */
export type VideoProgress = Omit<RowOf<typeof changing>, 'seenAt'>

/** Returns the statuses of a group of the list. */
function statusesOf(group: Exclude<VideoGroup, 'all'>): readonly VideoStatus[] {
  return videoStatuses.filter((status) => phaseOf(status) === group)
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
  findJob(id: string): StoredVideoJob | null {
    const job = this.findEvenDeleted(id)
    return job?.deletedAt === null ? job : null
  }

  findEvenDeleted(id: string): StoredVideoJob | null {
    const row = this.database.prepare('SELECT * FROM video_jobs WHERE id = ?').get(id)
    return row ? storedVideos.readRow(row) : null
  }

  /** Returns true if this computer may send the job. */
  isOwn(id: string): boolean {
    const own = this.database.prepare('SELECT 1 FROM video_jobs WHERE id = ? AND owner = ?')
    return own.get(id, writerId(this.database)) !== undefined
  }

  /** Returns this computer's active jobs in queue order. */
  activeJobs(): readonly StoredVideoJob[] {
    return this.database
      .prepare(
        `SELECT * FROM video_jobs WHERE status IN ${activeStatuses(videoStatuses)} AND owner = ? ORDER BY position`,
      )
      .all(writerId(this.database))
      .map((row) => storedVideos.readRow(row))
  }

  /** Returns a range of matching jobs, in list order, and their total number. */
  jobPage(
    filter: VideoFilter,
    offset: number,
    limit: number,
  ): { readonly jobs: readonly StoredVideoJob[]; readonly total: number } {
    const { where, values } = conditions(filter)
    const jobs = this.database
      .prepare(`SELECT * FROM video_jobs WHERE ${where} ORDER BY ${listOrder} LIMIT ? OFFSET ?`)
      .all(...values, limit, offset)
      .map((row) => storedVideos.readRow(row))
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
      waiting: of(statusesOf('waiting')),
      running: of(statusesOf('running')),
      done: of(statusesOf('done')),
      attention: of(statusesOf('attention')),
    }
  }

  /** Returns the models of all undeleted jobs, most frequent first. */
  models(): readonly string[] {
    return this.database
      .prepare('SELECT model FROM video_jobs WHERE deleted_at IS NULL GROUP BY model ORDER BY count(*) DESC, model')
      .all()
      .map(({ model }) => String(model))
  }

  /** Appends a job to this computer's queue. */
  insertJob(job: StoredVideoJob): void {
    const { last } = this.database.prepare('SELECT coalesce(max(position), 0) AS last FROM video_jobs').get() ?? {}
    const { firstPicture, model, prompt } = job.request
    const firstPictureId = firstPicture !== undefined && 'mediaId' in firstPicture ? firstPicture.mediaId : null
    videoTable.insert(this.database, {
      ...{ ...job, position: Number(last) + 1, model },
      ...{ promptFolded: folded(prompt), firstPictureId, owner: writerId(this.database) },
    })
  }

  /** Updates every column that the state machine changes. */
  updateJob(job: StoredVideoJob): void {
    changing.update(this.database, job.id, job)
  }

  /** Moves a waiting job before another one, or to the end. Call it within a transaction. */
  moveJob(id: string, beforeId: string | null): void {
    const line = this.database
      .prepare("SELECT id FROM video_jobs WHERE status = 'queued' AND owner = ? ORDER BY position")
      .all(writerId(this.database))
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
  purgeJobs(before: number): readonly string[] {
    const media = this.database
      .prepare(
        `SELECT media_id AS id FROM video_jobs WHERE deleted_at <= ?
         UNION SELECT poster_id FROM video_jobs WHERE deleted_at <= ?
         UNION SELECT first_picture_id FROM video_jobs WHERE deleted_at <= ?`,
      )
      .all(before, before, before)
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
            values: [JSON.stringify(statusesOf(filter.group))],
          },
        ]),
    ...holdsWords(filter.query, holdsIn('prompt_folded')),
    ...(filter.models.length === 0
      ? []
      : [{ sql: 'model IN (SELECT value FROM json_each(?))', values: [JSON.stringify(filter.models)] }]),
    ...(filter.favourite ? [{ sql: 'favourite = 1', values: [] }] : []),
    ...(filter.collectionId == null
      ? []
      : [
          {
            sql: 'id IN (SELECT video_id FROM video_collection_items WHERE collection_id = ?)',
            values: [filter.collectionId],
          },
        ]),
  ]
  return { where: parts.map(({ sql }) => sql).join(' AND '), values: parts.flatMap(({ values }) => values) }
}
