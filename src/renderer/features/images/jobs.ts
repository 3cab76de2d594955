import type { ImageJob, ImageJobStatus } from '../../../shared/image.ts'

export interface JobsState {
  /** Newest first: those that run, those whose pictures are not in the grid yet, and those that ended badly. */
  readonly jobs: readonly ImageJob[]
  /** Images that the grid has read since they were made: their tiles give way. */
  readonly landed: ReadonlySet<string>
  /** Jobs that were told by an event while the list was on its way: the event is newer than the list. */
  readonly told: ReadonlySet<string>
  /** Jobs that were dismissed: a late event must not bring them back. */
  readonly dismissed: ReadonlySet<string>
}

export const noJobs: JobsState = { jobs: [], landed: new Set(), told: new Set(), dismissed: new Set() }

export type JobsAction =
  | { readonly type: 'asking' }
  | { readonly type: 'listed'; readonly jobs: readonly ImageJob[] }
  | { readonly type: 'job'; readonly job: ImageJob }
  | { readonly type: 'dismissed'; readonly jobId: string }
  | { readonly type: 'landed'; readonly imageIds: readonly string[] }

/** Applies what main told about jobs, whatever order it arrives in. */
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
      // of images whose job is gone nothing needs to be remembered
      const wanted = new Set(jobs.flatMap(savedImages))
      const kept = [...landed].filter((id) => wanted.has(id))
      if (jobs.length === state.jobs.length && kept.length === state.landed.size) return state
      return { ...state, jobs, landed: new Set(kept) }
    }
    default:
      return action satisfies never
  }
}

/** The job as the page has it; null where it has none. */
export function jobOf(state: JobsState, jobId: string): ImageJob | null {
  return state.jobs.find((job) => job.id === jobId) ?? null
}

/**
 * Whether an answer about a job is older than what the page knows. Main tells what happens to a job while it answers,
 * and either can arrive first; `before` is the job as it was when the call went out.
 */
export function isOvertaken(state: JobsState, jobId: string, before: ImageJob | null): boolean {
  return jobOf(state, jobId) !== before || (before === null && state.told.has(jobId))
}

function newestFirst(a: ImageJob, b: ImageJob): number {
  return b.createdAt - a.createdAt
}

/** A finished job stays until the grid has all of its pictures, so that nothing jumps. */
function isShown(job: ImageJob, landed: ReadonlySet<string>): boolean {
  return job.status !== 'done' || job.error !== null || savedImages(job).some((id) => !landed.has(id))
}

/** The gallery's images of a job so far. */
export function savedImages(job: ImageJob): readonly string[] {
  return job.outcomes.flatMap((outcome) => (outcome.state === 'saved' && outcome.imageId ? [outcome.imageId] : []))
}

const running: ReadonlySet<ImageJobStatus> = new Set(['queued', 'sending', 'waiting', 'saving'])

export function isRunning(job: ImageJob): boolean {
  return running.has(job.status)
}

/** Every job that is on its way. */
export function runningJobs(jobs: readonly ImageJob[]): readonly ImageJob[] {
  return jobs.filter(isRunning)
}

/** Jobs that ended with something to tell and wait to be read. */
export function endedJobs(jobs: readonly ImageJob[]): readonly ImageJob[] {
  return jobs.filter(
    ({ status, error }) =>
      status === 'failed' || status === 'unknown' || status === 'cancelled' || (status === 'done' && error !== null),
  )
}

/** Whether the person has something to decide: a job that they stopped themselves needs nothing. */
export function needsAttention(job: ImageJob): boolean {
  return job.status === 'failed' || job.status === 'unknown'
}

/** A place in the grid for a picture that is expected. */
export interface PendingCell {
  readonly key: string
  readonly job: ImageJob
  /** The first of its job holds the Stop button. */
  readonly first: boolean
}

/** The places for what is on its way: one for every picture that is not in the grid yet. */
export function pendingCells(state: JobsState): readonly PendingCell[] {
  return state.jobs
    .filter((job) => isRunning(job) || job.status === 'done')
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

/** Whether something of a job can be fetched again, which costs nothing. */
export function canRefetch(job: ImageJob): boolean {
  return job.outcomes.some((outcome) => outcome.canRefetch)
}

/** Whether a stopped job may be charged: it was sent, and not refused before it was stopped. */
export function mayBeCharged(job: ImageJob): boolean {
  return job.sentAt !== null && (job.error === null || job.error.code === 'cancelled')
}
