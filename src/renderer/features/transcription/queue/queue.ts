import { hasEnded } from '../../../../shared/job-phase.ts'
import type { TranscriptionJob } from '../../../../shared/transcript.ts'

export interface QueueState {
  /** In queue order: running jobs and unsuccessful ones. */
  readonly jobs: readonly TranscriptionJob[]
  /** Jobs with an event during the list's loading; the event is newer than the list. */
  readonly told: ReadonlySet<string>
  /** Removed jobs; a late event must not bring them back. */
  readonly gone: ReadonlySet<string>
}

export const emptyQueue: QueueState = { jobs: [], told: new Set(), gone: new Set() }

export type QueueAction =
  | { readonly type: 'asking' }
  | { readonly type: 'listed'; readonly jobs: readonly TranscriptionJob[] }
  | { readonly type: 'job'; readonly job: TranscriptionJob }
  | { readonly type: 'removed'; readonly jobId: string }
  | { readonly type: 'moved'; readonly jobId: string; readonly beforeId: string | null }

/** Applies main's answers and events about jobs, in any order. */
export function queueReducer(state: QueueState, action: QueueAction): QueueState {
  switch (action.type) {
    case 'asking':
      return { ...state, told: new Set() }
    case 'listed': {
      const newer = new Map(state.jobs.filter((job) => state.told.has(job.id)).map((job) => [job.id, job]))
      const listed = action.jobs
        .filter((job) => !state.gone.has(job.id))
        // a job with an event that is no longer stored has succeeded
        .filter((job) => newer.has(job.id) || !state.told.has(job.id))
        .map((job) => newer.get(job.id) ?? job)
      const known = new Set(listed.map((job) => job.id))
      const added = state.jobs.filter((job) => state.told.has(job.id) && !known.has(job.id))
      return { ...state, jobs: [...listed, ...added].filter(isListed) }
    }
    case 'job': {
      const { job } = action
      if (state.gone.has(job.id)) return state
      const known = state.jobs.some((other) => other.id === job.id)
      const jobs = known ? state.jobs.map((other) => (other.id === job.id ? job : other)) : [...state.jobs, job]
      return { ...state, jobs: jobs.filter(isListed), told: new Set([...state.told, job.id]) }
    }
    case 'removed':
      return {
        ...state,
        jobs: state.jobs.filter((job) => job.id !== action.jobId),
        gone: new Set([...state.gone, action.jobId]),
      }
    case 'moved':
      return { ...state, jobs: movedBefore(state.jobs, action.jobId, action.beforeId) }
    default:
      return action satisfies never
  }
}

/** Returns true if a job stays listed; a successful one becomes a transcript. */
function isListed(job: TranscriptionJob): boolean {
  return job.status !== 'done'
}

function movedBefore(
  jobs: readonly TranscriptionJob[],
  jobId: string,
  beforeId: string | null,
): readonly TranscriptionJob[] {
  const moved = jobs.find((job) => job.id === jobId)
  if (moved === undefined || jobId === beforeId) return jobs
  const others = jobs.filter((job) => job.id !== jobId)
  const at = beforeId === null ? others.length : others.findIndex((job) => job.id === beforeId)
  if (at < 0) return jobs
  return [...others.slice(0, at), moved, ...others.slice(at)]
}

/** Returns true if a job is still waiting for its turn; only such jobs can be moved. */
function waits(job: TranscriptionJob): boolean {
  return job.status !== 'sending' && !hasEnded(job.status)
}

/** Returns the job before which a job lands when it moves up (-1) or down (1); undefined if it cannot move. */
export function moveTarget(
  jobs: readonly TranscriptionJob[],
  jobId: string,
  by: -1 | 1,
): { readonly beforeId: string | null } | undefined {
  const line = jobs.filter(waits)
  const at = line.findIndex((job) => job.id === jobId)
  if (at < 0 || at + by < 0 || at + by >= line.length) return undefined
  if (by === -1) return { beforeId: line[at - 1]?.id ?? null }
  return { beforeId: line[at + 2]?.id ?? null }
}

/** Progress of a job's pieces. */
export interface PieceCount {
  /** Number of the current or next piece, from 1. */
  readonly current: number
  readonly of: number
  readonly done: number
  /** Transcribed ms of the recording, from its beginning. */
  readonly covered: number
}

/** Returns the progress of the pieces; null for an uncut recording. */
export function piecesOf(job: TranscriptionJob): PieceCount | null {
  const of = job.pieces.length
  if (of < 2) return null
  const done = job.pieces.filter((piece) => piece.state === 'done').length
  const open = job.pieces.findIndex((piece) => piece.state !== 'done')
  const covered = open < 0 ? (job.pieces.at(-1)?.to ?? 0) : (job.pieces[open - 1]?.to ?? 0)
  return { current: Math.min(of, open < 0 ? of : open + 1), of, done, covered }
}

/** Returns the progress of a job's current step, 0 to 1; null if unknown. */
export function shareDone(job: TranscriptionJob): number | null {
  switch (job.status) {
    case 'receiving':
      return job.bytes > 0 ? job.received / job.bytes : null
    case 'preparing':
      return job.progress
    case 'queued':
    case 'sending':
    case 'waiting':
    case 'paused':
    case 'failed':
    case 'unknown':
    case 'cancelled': {
      const pieces = piecesOf(job)
      return pieces === null ? null : pieces.done / pieces.of
    }
    case 'done':
      return 1
    default:
      return job.status satisfies never
  }
}
