import { hasEnded } from '../../../../shared/job-phase.ts'
import type { TranscriptionJob } from '../../../../shared/transcript.ts'
import { type JobList, type JobListAction, jobListReducer } from '../../../components/jobs/job-list.ts'

/** Active jobs and unsuccessful ones, in queue order. */
export type QueueState = JobList<TranscriptionJob>

export type QueueAction =
  | JobListAction<TranscriptionJob>
  | { readonly type: 'moved'; readonly jobId: string; readonly beforeId: string | null }

/** Applies main's answers and events about jobs, and the moves of waiting ones. */
export function queueReducer(state: QueueState, action: QueueAction): QueueState {
  return action.type === 'moved'
    ? { ...state, jobs: movedBefore(state.jobs, action.jobId, action.beforeId) }
    : jobListReducer(state, action, { isListed, isNewestFirst: false })
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

/** Returns the jobs that can be moved, in queue order: those that wait for their turn. */
export function waitingLine(jobs: readonly TranscriptionJob[]): readonly string[] {
  return jobs.filter(({ status }) => status !== 'sending' && !hasEnded(status)).map(({ id }) => id)
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
