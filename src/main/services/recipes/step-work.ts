import type { AppError } from '../../../shared/errors.ts'
import type { HistoryKey } from '../../../shared/history.ts'
import { type JobStatus, phaseOf } from '../../../shared/job-phase.ts'
import type { StepState } from '../../../shared/recipe.ts'

/** The state of a step's job, in the words of a step. */
export interface StepOutcome {
  readonly state: Exclude<StepState, 'waiting'>
  readonly error: AppError | null
}

/** A picture of the library, and the gallery image that it is. */
export interface StepPicture {
  readonly mediaId: string
  readonly imageId: string | null
}

/** Input of a step: the last text before it, or the last picture of a run without a text. */
export type StepInput = { readonly text: string } | { readonly picture: StepPicture }

/** A step of one kind, as a job of the queue that has all such jobs. */
export interface StepWork {
  /** Returns the state of a job; null if it is not stored. */
  outcomeOf(itemId: string): StepOutcome | null
  /** Stores the job under this id, to be sent in its turn. A repeated id makes no second one. */
  begin(itemId: string, input: StepInput, title: string): Promise<void>
  /** Returns true if a job without a result can itself be sent again; otherwise a new one replaces it. */
  canSendAgain(itemId: string): boolean
  /** Sends a job again, at the user's request. */
  sendAgain(itemId: string): Promise<void>
  /** Returns the text of the result; null for a picture or video. */
  textOf(itemId: string): string | null
  /** Returns the picture of the result; null for others, and while it is deleted. */
  pictureOf(itemId: string): StepPicture | null
  /** Returns the item of the history with the result; null before there is one. */
  placeOf(itemId: string): HistoryKey | null
}

/** Returns the outcome of a job of a queue. */
export function outcomeOfJob({ error, status }: { status: JobStatus; error: AppError | null }): StepOutcome {
  const phase = phaseOf(status)
  switch (phase) {
    case 'waiting':
    case 'running':
    case 'paused':
      return { state: 'running', error: null }
    case 'done':
      return { state: 'done', error: null }
    case 'cancelled':
      return { state: 'cancelled', error }
    case 'attention':
      return { state: status === 'unknown' ? 'unknown' : 'failed', error }
    default:
      return phase satisfies never
  }
}
