import type { ImageJob } from '../../../shared/image.ts'
import { hasEnded, isUnderWay, needsAttention } from '../../../shared/job-phase.ts'

export interface JobsState {
  /** Newest first: running jobs, jobs whose pictures are not in the grid yet, and failed ones. */
  readonly jobs: readonly ImageJob[]
  /** Images that the grid has already read; their placeholder tiles disappear. */
  readonly landed: ReadonlySet<string>
  /** Jobs with an event during the list's loading; the event is newer than the list. */
  readonly told: ReadonlySet<string>
  /** Dismissed jobs; a late event must not bring them back. */
  readonly dismissed: ReadonlySet<string>
}

export const noJobs: JobsState = { jobs: [], landed: new Set(), told: new Set(), dismissed: new Set() }

export type JobsAction =
  | { readonly type: 'asking' }
  | { readonly type: 'listed'; readonly jobs: readonly ImageJob[] }
  | { readonly type: 'job'; readonly job: ImageJob }
  | { readonly type: 'dismissed'; readonly jobId: string }
  | { readonly type: 'landed'; readonly imageIds: readonly string[] }

/** Applies main's answers and events about jobs, in any order. */
export function jobsReducer(state: JobsState, action: JobsAction): JobsState {
  switch (action.type) {
    case 'asking':
      return { ...state, told: new Set() }
    case 'listed': {
      const kept = state.jobs.filter((job) => state.told.has(job.id))
      const keptIds = new Set(kept.map((job) => job.id))
      const listed = action.jobs.filter((job) => !keptIds.has(job.id) && !state.dismissed.has(job.id))
      return { ...state, jobs: [...kept, ...listed].filter((job) => isShown(job, state.landed)).sort(newestFirst) }
    }
    case 'job': {
      const { job } = action
      if (state.dismissed.has(job.id)) return state
      const known = state.jobs.some((other) => other.id === job.id)
      const jobs = known
        ? state.jobs.map((other) => (other.id === job.id ? job : other))
        : [job, ...state.jobs].sort(newestFirst)
      return {
        ...state,
        jobs: jobs.filter((other) => isShown(other, state.landed)),
        told: new Set([...state.told, job.id]),
      }
    }
    case 'dismissed':
      return {
        ...state,
        jobs: state.jobs.filter((job) => job.id !== action.jobId),
        dismissed: new Set([...state.dismissed, action.jobId]),
      }
    case 'landed': {
      const landed = new Set([...state.landed, ...action.imageIds])
      const jobs = state.jobs.filter((job) => isShown(job, landed))
      // images of removed jobs are dropped
      const wanted = new Set(jobs.flatMap(savedImages))
      const kept = [...landed].filter((id) => wanted.has(id))
      if (jobs.length === state.jobs.length && kept.length === state.landed.size) return state
      return { ...state, jobs, landed: new Set(kept) }
    }
    default:
      return action satisfies never
  }
}

/** Returns the page's version of a job; null for an unknown one. */
export function jobOf(state: JobsState, jobId: string): ImageJob | null {
  return state.jobs.find((job) => job.id === jobId) ?? null
}

/**
 * Returns true if a call's answer about a job is outdated. An event of the same change can arrive before or after the
 * answer. `before` is the job at the time of the call.
 */
export function isOvertaken(state: JobsState, jobId: string, before: ImageJob | null): boolean {
  return jobOf(state, jobId) !== before || (before === null && state.told.has(jobId))
}

function newestFirst(a: ImageJob, b: ImageJob): number {
  return b.createdAt - a.createdAt
}

/**
 * Returns true if a job is shown. A finished one stays until the grid has all of its pictures, so that nothing jumps.
 */
function isShown(job: ImageJob, landed: ReadonlySet<string>): boolean {
  return job.status !== 'done' || job.error !== null || savedImages(job).some((id) => !landed.has(id))
}

/** Returns the gallery images of a job so far. */
export function savedImages(job: ImageJob): readonly string[] {
  return job.outcomes.flatMap((outcome) => (outcome.state === 'saved' && outcome.imageId ? [outcome.imageId] : []))
}

/** Returns the number of saved pictures that are incomplete. Jobs of earlier versions record this only on the job. */
export function cutPictures({ error, outcomes }: ImageJob): number {
  const cut = outcomes.filter((outcome) => outcome.error?.code === 'picture_cut').length
  return Math.max(cut, error?.code === 'picture_cut' ? 1 : 0)
}

/** Returns the ended jobs with a note for the user. */
export function endedJobs(jobs: readonly ImageJob[]): readonly ImageJob[] {
  return jobs.filter(({ status, error }) => hasEnded(status) && (status !== 'done' || error !== null))
}

/** A grid cell for an expected picture. */
export interface PendingCell {
  readonly key: string
  readonly job: ImageJob
  /** The first cell of a job has the Stop button. */
  readonly first: boolean
}

/** Returns one cell for every picture that is not in the grid yet. */
export function pendingCells(state: JobsState): readonly PendingCell[] {
  return state.jobs
    .filter(({ status }) => isUnderWay(status) || status === 'done')
    .flatMap((job) => {
      const expected = Array.from({ length: Math.max(job.outcomes.length, 0) || job.request.n }, (_, index) => index)
      const open = expected.filter((index) => {
        const outcome = job.outcomes[index]
        if (outcome === undefined) return job.status !== 'done'
        if (outcome.state === 'failed') return false
        if (outcome.state === 'pending') return job.status !== 'done'
        return outcome.imageId !== null && !state.landed.has(outcome.imageId)
      })
      return open.map((index, at) => ({ key: `${job.id}:${index}`, job, first: at === 0 }))
    })
}

/** Most failed or unanswered jobs with a tile; all have a note. */
export const endedCellsMax = 6

/**
 * Returns the cells before the images, in the order of their jobs: expected pictures, and the newest failed or
 * unanswered jobs.
 */
export function frontCells(state: JobsState): readonly PendingCell[] {
  const pending = pendingCells(state)
  const ended = new Set(state.jobs.filter(({ status }) => needsAttention(status)).slice(0, endedCellsMax))
  return state.jobs.flatMap((job) =>
    ended.has(job) ? [{ key: job.id, job, first: true }] : pending.filter((cell) => cell.job === job),
  )
}

/** Returns true if a result of the job can be fetched again, which costs nothing. */
export function canRefetch(job: ImageJob): boolean {
  return job.outcomes.some((outcome) => outcome.canRefetch)
}

/** Returns true if a stopped job may be charged: it was sent, and not refused before. */
export function mayBeCharged(job: ImageJob): boolean {
  return job.sentAt !== null && (job.error === null || job.error.code === 'cancelled')
}
