import type { ImageJobStatus } from './image.ts'
import type { TranscriptionStatus } from './transcript.ts'
import type { VideoStatus } from './video.ts'

/** Status of a job of any kind. A word means the same in each kind. */
export type JobStatus = ImageJobStatus | TranscriptionStatus | VideoStatus

/**
 * Phase of a job, the same for every kind.
 * - `waiting`: for its turn, or for its next attempt
 * - `paused`, `cancelled`: by the user
 * - `done`: ended with its result
 * - `attention`: ended without its result; the user has to act
 */
export type JobPhase = 'waiting' | 'running' | 'paused' | 'done' | 'attention' | 'cancelled'

const phases = {
  queued: 'waiting',
  waiting: 'waiting',
  receiving: 'running',
  preparing: 'running',
  sending: 'running',
  submitting: 'running',
  pending: 'running',
  processing: 'running',
  saving: 'running',
  downloading: 'running',
  paused: 'paused',
  done: 'done',
  failed: 'attention',
  unknown: 'attention',
  expired: 'attention',
  cancelled: 'cancelled',
} as const satisfies Record<JobStatus, JobPhase>

type StatusIn<Phase extends JobPhase> = {
  [Status in JobStatus]: (typeof phases)[Status] extends Phase ? Status : never
}[JobStatus]
type Ended = StatusIn<'done' | 'attention' | 'cancelled'>

/** Returns the phase of a job with this status. */
export function phaseOf(status: JobStatus): JobPhase {
  return phases[status]
}

/** Returns true if a job no longer changes without the user. A paused job has not ended. */
export function hasEnded<Status extends JobStatus>(status: Status): status is Extract<Status, Ended> {
  const phase = phaseOf(status)
  return phase === 'done' || phase === 'attention' || phase === 'cancelled'
}

/** Returns true if a job continues without the user. */
export function isUnderWay(status: JobStatus): boolean {
  const phase = phaseOf(status)
  return phase === 'waiting' || phase === 'running'
}

/** Returns true if the user has to act; not for a job that they cancelled. */
export function needsAttention(status: JobStatus): boolean {
  return phaseOf(status) === 'attention'
}
