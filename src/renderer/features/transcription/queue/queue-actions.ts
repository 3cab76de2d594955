import type { CallInput } from '../../../../shared/ipc/contract.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import type { SoundTrackChoice, TranscriptionJob, TranscriptionTarget } from '../../../../shared/transcript.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { swallowRepeat } from '../../../components/forms/swallow-repeat.ts'
import { type Move, moveTarget } from '../../../components/jobs/queue-move.ts'
import { allWindows } from '../../../components/lists/windows.ts'
import { call } from '../../../platform/bridge/client.ts'
import { tellError } from '../tell-error.ts'
import { dispatchQueue, transcription, useTranscription } from '../transcription-store.ts'
import { waitingLine } from './queue.ts'

/** Loads running and failed jobs. */
export async function loadQueue(): Promise<void> {
  dispatchQueue({ type: 'asking' })
  const answer = await allWindows(
    (window) => call('transcription.jobs', window),
    ({ jobs }) => jobs,
  )
  if (answer.ok) dispatchQueue({ type: 'listed', jobs: answer.value })
}

type JobCall = 'transcription.pause' | 'transcription.resume' | 'transcription.cancel'

async function ask(name: JobCall, jobId: string): Promise<void> {
  take(await call(name, { jobId }))
}

function take(answer: Result<TranscriptionJob>): void {
  if (answer.ok) dispatchQueue({ type: 'job', job: answer.value })
  else tellError(answer.error)
}

export const pauseJob = (jobId: string): Promise<void> => ask('transcription.pause', jobId)
export const resumeJob = (jobId: string): Promise<void> => ask('transcription.resume', jobId)
export const cancelJob = (jobId: string): Promise<void> => ask('transcription.cancel', jobId)

/**
 * Asks, with the price, before an ended job is sent again, optionally to another model. `place` is the position of the
 * press, null for a key: the second half of a double press must not answer the question.
 */
export function askToSend(
  jobId: string,
  place: Parameters<typeof swallowRepeat>[0],
  target: TranscriptionTarget | null = null,
): void {
  swallowRepeat(place)
  useTranscription.setState({ question: { jobId, target } })
}

/** Sends an ended job again, once per press. Only the parts not yet transcribed are sent. */
export async function retryJob(jobId: string, target?: TranscriptionTarget): Promise<void> {
  await paidPresses.once('transcription queue', jobId, async () => {
    take(await call('transcription.retry', target === undefined ? { jobId } : { jobId, target }))
  })
}

/** Selects another sound track, before anything was sent. */
export async function chooseTrack(jobId: string, track: SoundTrackChoice): Promise<void> {
  take(await call('transcription.chooseTrack', { jobId, track }))
}

/** Queues the recording of a transcript again, once per press; true if it is queued. */
export async function transcribeAgain(again: Omit<CallInput<'transcription.again'>, 'jobId'>): Promise<boolean> {
  const answer = await paidPresses.once('transcribe again', again.transcriptId, () =>
    call('transcription.again', { ...again, jobId: crypto.randomUUID() }),
  )
  if (answer !== undefined) take(answer)
  return answer?.ok === true
}

/** Keeps an unreadable answer as the transcript's text. */
export async function keepAnswerAsText(jobId: string): Promise<void> {
  take(await call('transcription.keepAsText', { jobId }))
}

export async function dismissJob(jobId: string): Promise<void> {
  const answer = await call('transcription.dismiss', { jobId })
  if (answer.ok || answer.error.code === 'not_found') dispatchQueue({ type: 'dismissed', jobId })
  else tellError(answer.error)
}

/** Dismisses all ended jobs. */
export async function dismissAll(jobs: readonly TranscriptionJob[]): Promise<void> {
  for (const job of jobs) await dismissJob(job.id)
}

/** Moves a waiting job within the queue; false when it cannot move. */
export function moveJob(jobId: string, move: Move): boolean {
  const beforeId = moveTarget(waitingLine(transcription().queue.jobs), jobId, move)
  if (beforeId === undefined) return false
  dispatchQueue({ type: 'moved', jobId, beforeId })
  void call('transcription.move', { jobId, beforeId }).then((answer) => {
    if (answer.ok) return
    tellError(answer.error)
    void loadQueue()
  })
  return true
}
