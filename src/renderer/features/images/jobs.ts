import type { ImageJob } from '../../../shared/image.ts'
import { parseSize } from '../../../shared/image-kinds.ts'
import { hasEnded, isUnderWay, needsAttention } from '../../../shared/job-phase.ts'
import { type JobList, type JobListAction, jobListReducer, noJobs } from '../../components/jobs/job-list.ts'

export interface JobsState extends JobList<ImageJob> {
  /** Images that the grid has already read; their placeholder tiles disappear. */
  readonly landed: ReadonlySet<string>
}

/** The jobs before the first answer. */
export const noImageJobs: JobsState = { ...noJobs, landed: new Set() }

export type JobsAction = JobListAction<ImageJob> | { readonly type: 'landed'; readonly imageIds: readonly string[] }

/** Applies main's answers and events about jobs, and the grid's about their images. */
export function jobsReducer(state: JobsState, action: JobsAction): JobsState {
  if (action.type !== 'landed') {
    const rules = { isListed: (job: ImageJob) => isShown(job, state.landed), isNewestFirst: true }
    return { ...state, ...jobListReducer(state, action, rules) }
  }
  const landed = new Set([...state.landed, ...action.imageIds])
  const jobs = state.jobs.filter((job) => isShown(job, landed))
  // images of removed jobs are dropped
  const wanted = new Set(jobs.flatMap(savedImages))
  const kept = [...landed].filter((id) => wanted.has(id))
  if (jobs.length === state.jobs.length && kept.length === state.landed.size) return state
  return { ...state, jobs, landed: new Set(kept) }
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
  /** Expected width over height. */
  readonly ratio: number
}

/** Shape of a tile with a reason and a button. */
const endedRatio = 1.25

/** Returns the requested width over height; 1 when the model chooses. */
function requestedRatio({ request }: ImageJob): number {
  const size = request.size === null ? null : parseSize(request.size)
  return size === null ? 1 : size.width / size.height
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
      return open.map((index, at) => ({ key: `${job.id}:${index}`, job, first: at === 0, ratio: requestedRatio(job) }))
    })
}

/** Maximum number of failed or unanswered jobs with a tile; all have a note. */
export const endedCellsMax = 6

/**
 * Returns the cells before the images, in the order of their jobs: expected pictures, and the newest failed or
 * unanswered jobs.
 */
export function frontCells(state: JobsState): readonly PendingCell[] {
  const pending = pendingCells(state)
  const ended = new Set(state.jobs.filter(({ status }) => needsAttention(status)).slice(0, endedCellsMax))
  return state.jobs.flatMap((job) =>
    ended.has(job)
      ? [{ key: job.id, job, first: true, ratio: endedRatio }]
      : pending.filter((cell) => cell.job === job),
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
