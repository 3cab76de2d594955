import i18next from 'i18next'
import type { AppError } from '../../../../shared/errors.ts'
import type { TranscriptionJob } from '../../../../shared/transcript.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { SubmissionIds } from '../../../components/forms/submission-ids.ts'
import { call, on, onConnection } from '../../../platform/bridge/client.ts'
import { showToast } from '../../../platform/toasts.ts'
import { requestNow, tally } from '../intake/take-files.ts'
import { tellError } from '../tell-error.ts'
import { dispatchQueue } from '../transcription-store.ts'
import { useRecorder } from './recorder-store.ts'

// the latest load wins
let readings = 0

/** Loads the unfinished recordings. */
export async function loadLeft(): Promise<void> {
  readings += 1
  const reading = readings
  const answer = await call('recordings.left', {})
  if (answer.ok && reading === readings) useRecorder.setState({ left: answer.value })
}

/** Keeps the list of unfinished recordings up to date. Returns its undo. */
export function watchLeft(): () => void {
  const undo = [
    on('recordings.changed', () => void loadLeft()),
    onConnection((connected) => connected && void loadLeft()),
  ]
  return () => {
    for (const end of undo) end()
  }
}

/** Carries out a decision about a recording, which is hidden from the list meanwhile. */
export async function decide(recordingId: string, work: () => Promise<void>): Promise<void> {
  const { setState } = useRecorder
  setState(({ decided }) => ({ decided: new Set([...decided, recordingId]) }))
  await work()
  await loadLeft()
  setState(({ decided }) => ({ decided: new Set([...decided].filter((id) => id !== recordingId)) }))
}

const jobIds = new SubmissionIds()

/** Transcribes a recording with the form's options, once per press; it stays listed if something is missing. */
export async function transcribeLeft(recordingId: string): Promise<void> {
  await paidPresses.once('transcription recordings', recordingId, () => transcribe(recordingId, tellError))
}

/**
 * Transcribes a dictation with the form's options. Resolves to the job; null if the recording stays listed, after
 * calling `tell` if main refused.
 */
export async function transcribeDictated(
  recordingId: string,
  tell: (error: AppError) => void,
): Promise<TranscriptionJob | null> {
  const job = await paidPresses.once('transcription recordings', recordingId, () => transcribe(recordingId, tell))
  return job ?? null
}

async function transcribe(recordingId: string, tell: (error: AppError) => void): Promise<TranscriptionJob | null> {
  const request = await requestNow()
  if (request === null) return null
  // main takes some seconds to queue hours of sound
  tally({ found: 1 })
  const answer = await call('recordings.transcribe', { recordingId, jobId: jobIds.one(recordingId), request })
  tally({ settled: 1 })
  if (!answer.ok) {
    tell(answer.error)
    return null
  }
  jobIds.dropAccepted(recordingId)
  dispatchQueue({ type: 'job', job: answer.value })
  return answer.value
}

/** Discards a recording and offers undo. */
export async function discardLeft(recordingId: string): Promise<void> {
  const answer = await call('recordings.discard', { recordingId })
  if (!answer.ok) return tellError(answer.error)
  showToast(i18next.t('transcription.recorder.discarded'), {
    label: i18next.t('app.undo'),
    run: () => void restore(recordingId),
  })
}

async function restore(recordingId: string): Promise<void> {
  const answer = await call('recordings.restore', { recordingId })
  if (!answer.ok) tellError(answer.error)
  await loadLeft()
}
