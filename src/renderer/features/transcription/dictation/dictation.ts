import i18next from 'i18next'
import { create } from 'zustand'
import type { TranscriptionJob } from '../../../../shared/transcript.ts'
import { allWindows } from '../../../components/lists/windows.ts'
import { call, on, onReconnect } from '../../../platform/bridge/client.ts'
import type { Dictation } from '../../../platform/feature.ts'
import { showPanel } from '../../../platform/navigation.ts'
import { transcribeDictated } from '../recorder/left-actions.ts'
import { isActive, recordedAt } from '../recorder/recorder.ts'
import {
  discardRecording,
  endRecording,
  keepRecording,
  refusalWords,
  startRecording,
} from '../recorder/recorder-actions.ts'
import { recorderNow, useRecorder } from '../recorder/recorder-store.ts'
import { soundErrorWords } from '../tell-error.ts'
import { type Dictating, dictatedJobEnd } from './dictated-job.ts'
import { joinedSpeech } from './joined-speech.ts'

const idle: Dictating = { stage: 'idle', why: '', recordingId: null, jobId: null, transcriptId: null, isLost: false }
/** The dictation of this page. */
export const useDictating = create<Dictating>(() => idle)

let take: (text: string) => void = () => undefined
let listening = false

function listen(): void {
  if (listening) return
  listening = true
  on('transcription.job', follow)
  on('transcription.jobRemoved', ({ jobId }) => {
    if (useDictating.getState().jobId === jobId) useDictating.setState(idle)
  })
  // the end may have been reported while main could not be reached
  onReconnect(() => void catchUp())
  // a recording that ends in its own panel, or is cut off, is no longer a dictation
  useRecorder.subscribe(({ recorder }) => {
    if (useDictating.getState().stage === 'recording' && !isActive(recorder)) useDictating.setState(idle)
  })
}

function failed(why: string): void {
  useDictating.setState({ stage: 'failed', why })
}

async function start(taker: (text: string) => void): Promise<void> {
  const { stage } = useDictating.getState()
  if (stage !== 'idle' && stage !== 'failed') return
  listen()
  if (recorderNow().phase !== 'idle') {
    useDictating.setState(idle)
    failed(i18next.t('transcription.dictation.busy'))
    return
  }
  take = taker
  useDictating.setState({ ...idle, stage: 'asking' })
  await startRecording()
  const recorder = recorderNow()
  // left while the browser was asking for the microphone
  if (useDictating.getState().stage !== 'asking') return void (isActive(recorder) && discardRecording())
  if (isActive(recorder)) useDictating.setState({ stage: 'recording', recordingId: recorder.recordingId })
  else if (recorder.phase === 'idle' && recorder.refused !== null) failed(refusalWords(recorder.refused))
  // a toast has shown the reason
  else useDictating.setState(idle)
}

async function stop(): Promise<void> {
  if (useDictating.getState().stage !== 'recording') return
  useDictating.setState({ stage: 'ending' })
  await endRecording(transcribe)
  // nothing was recorded
  if (useDictating.getState().stage === 'ending') useDictating.setState(idle)
}

async function transcribe(recordingId: string): Promise<void> {
  useDictating.setState({ stage: 'transcribing', recordingId, jobId: null, transcriptId: null })
  let why = i18next.t('transcription.dictation.notSent')
  const job = await transcribeDictated(recordingId, (error) => {
    why = soundErrorWords(error)
  })
  if (job === null) return failed(why)
  useDictating.setState({ jobId: job.id })
  follow(job)
}

/** Delivers the text of the finished job, or reports why there is none. */
function follow(job: TranscriptionJob): void {
  const end = dictatedJobEnd(useDictating.getState(), job)
  if (end === null) return
  if (end.transcriptId !== null) {
    // the call that created the job and an event may both report its end
    useDictating.setState({ transcriptId: end.transcriptId })
    void read(end.transcriptId)
    return
  }
  const why = end.error === null ? i18next.t('transcription.dictation.ended') : soundErrorWords(end.error)
  // the panel asks before it is sent again
  useDictating.setState({ isLost: end.isLost })
  failed(end.isLost ? `${why} ${i18next.t('transcription.job.mayCost')}` : why)
}

/** Follows the job again after a gap in the events. */
async function catchUp(): Promise<void> {
  const { jobId, stage, transcriptId } = useDictating.getState()
  if (jobId === null || stage !== 'transcribing' || transcriptId !== null) return
  const jobs = await allWindows(
    (window) => call('transcription.jobs', window),
    ({ jobs: part }) => part,
  )
  if (!jobs.ok) return
  const job = jobs.value.find(({ id }) => id === jobId)
  if (job !== undefined) return follow(job)
  // a job that has succeeded is no longer listed
  const library = await call('transcripts.list', { query: '', offset: 0, limit: 50 })
  if (!library.ok) return
  const transcript = library.value.transcripts.find((one) => one.jobId === jobId)
  const now = useDictating.getState()
  if (now.jobId !== jobId || now.stage !== 'transcribing' || now.transcriptId !== null) return
  if (transcript === undefined) return failed(i18next.t('transcription.dictation.ended'))
  useDictating.setState({ transcriptId: transcript.id })
  await read(transcript.id)
}

async function read(transcriptId: string): Promise<void> {
  const answer = await call('transcripts.get', { transcriptId })
  if (!answer.ok) return failed(soundErrorWords(answer.error))
  const text = joinedSpeech(answer.value.segments.map((segment) => segment.text))
  useDictating.setState(idle)
  take(text)
}

async function retry(): Promise<void> {
  const { jobId, recordingId, stage, transcriptId } = useDictating.getState()
  if (stage !== 'failed' || recordingId === null) return
  if (jobId === null) return await transcribe(recordingId)
  useDictating.setState({ stage: 'transcribing' })
  // it is paid for, and only has to be read
  if (transcriptId !== null) return await read(transcriptId)
  const answer = await call('transcription.retry', { jobId })
  if (answer.ok) follow(answer.value)
  else failed(soundErrorWords(answer.error))
}

/** Dictation that uses the recorder and the queue of this panel. */
export const dictation: Dictation = {
  useState: () => {
    const { isLost, recordingId, stage, why } = useDictating()
    if (stage !== 'failed') return { stage }
    return { stage, why, isKept: recordingId !== null, canRetry: recordingId !== null && !isLost }
  },
  isRecording: () => useDictating.getState().stage === 'recording',
  isOn: () => ['asking', 'recording'].includes(useDictating.getState().stage),
  recorded: () => recordedAt(recorderNow(), Date.now()),
  start: (taker) => void start(taker),
  stop: () => void stop(),
  discard: () => {
    const { stage } = useDictating.getState()
    if (stage !== 'asking' && stage !== 'recording') return
    useDictating.setState(idle)
    if (stage === 'recording') void discardRecording()
  },
  leave: () => {
    const { stage } = useDictating.getState()
    if (stage !== 'asking' && stage !== 'recording') return
    useDictating.setState(idle)
    if (stage === 'recording') void keepRecording()
  },
  retry: () => void retry(),
  dismiss: () => useDictating.setState(idle),
  show: () => showPanel('transcription'),
}
