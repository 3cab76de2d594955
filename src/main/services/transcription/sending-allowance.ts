import type { StoredTranscription } from '../../storage/transcription-jobs.ts'

/** Limits what is sent without a press. A job that the user queued is not limited. */
export interface SendingAllowance {
  /** Returns true if a piece of a job may be sent now. */
  allows(job: StoredTranscription, index: number): boolean
  /**
   * Records that a piece is sent. Returns the id of the charge; none for a job that the user queued. Call it in the
   * transaction that stores the attempt.
   */
  charge(job: StoredTranscription, index: number): readonly string[]
  /** Removes the charges of an attempt that was refused at no cost. Never throws. */
  takeBack(chargeIds: readonly string[]): void
  /** Records that a job rests until the limits allow it to continue. Never throws. */
  hold(jobId: string): void
}
