import i18next from 'i18next'
import type { AppError } from '../../../../shared/errors.ts'
import { momentWords } from '../../../components/words/time-words.ts'
import { appState } from '../../../platform/app-store.ts'
import { call, importFile } from '../../../platform/bridge/client.ts'
import { showToast } from '../../../platform/toasts.ts'
import { soundErrorWords, tellError } from '../tell-error.ts'
import { type Chunk, ChunkLine } from './chunk-line.ts'
import { decide, discardLeft, transcribeLeft } from './left-actions.ts'
import { LoudnessWatch } from './loudness-watch.ts'
import { closeMicrophone, listMicrophones, microphoneOf, openMicrophone } from './microphone.ts'
import { isActive, type MicrophoneRefusal, recordedAt } from './recorder.ts'
import { dispatchRecorder, recorderNow, useRecorder } from './recorder-store.ts'
import { recordingFormat, SoundRecorder } from './sound-recorder.ts'

/** Interval of the silence check, in ms. */
const watchMs = 100
/** Interval of the keep-alive signal of a paused recording, in ms. */
const aliveMs = 20_000

/** The running recording; it belongs to the page, not to a component. */
interface Session {
  readonly recordingId: string
  readonly sound: SoundRecorder
  readonly line: ChunkLine
  readonly undo: readonly (() => void)[]
}
let session: Session | null = null

/** Returns the current level, 0 to 1; 0 when nothing is recorded. */
export function levelNow(): number {
  return recorderNow().phase === 'recording' ? (session?.sound.level() ?? 0) : 0
}

/** Requests the microphone and starts recording; a refusal is shown in the panel. */
export async function startRecording(): Promise<void> {
  if (recorderNow().phase !== 'idle') return
  dispatchRecorder({ type: 'asked' })
  useRecorder.setState({ trouble: null })
  const stream = await openMicrophone(null)
  const format = typeof stream === 'string' ? null : recordingFormat()
  if (typeof stream === 'string' || format === null) {
    if (typeof stream !== 'string') closeMicrophone(stream)
    dispatchRecorder({ type: 'refused', why: typeof stream === 'string' ? stream : 'unsupported' })
    return
  }
  const recordingId = crypto.randomUUID()
  const begun = await call('recordings.begin', { recordingId, name: nameNow(format.ending) })
  if (!begun.ok) {
    closeMicrophone(stream)
    dispatchRecorder({ type: 'refused', why: null })
    tellError(begun.error)
    return
  }
  try {
    session = open(recordingId, stream, format.mime)
  } catch {
    closeMicrophone(stream)
    dispatchRecorder({ type: 'refused', why: 'unsupported' })
    await call('recordings.end', { recordingId, complete: true })
    return
  }
  dispatchRecorder({ type: 'begun', recordingId, microphoneId: microphoneOf(stream), at: Date.now() })
  await showMicrophones()
}

function open(recordingId: string, stream: MediaStream, mime: string): Session {
  const line = new ChunkLine({
    write: (chunk) => write(recordingId, chunk),
    onTrouble: (trouble) => useRecorder.setState((state) => (state.trouble === trouble ? state : { trouble })),
    onGone: () => void gone(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  const sound = new SoundRecorder({
    stream,
    mime,
    onChunk: (data) => line.put(data, recordedAt(recorderNow(), Date.now())),
    onLost: () => {
      sound.pause()
      dispatchRecorder({ type: 'lost', at: Date.now() })
      void showMicrophones()
    },
  })
  return {
    recordingId,
    sound,
    line,
    undo: [watch(sound), tellAlive(recordingId, line), ...whilePageLives(recordingId)],
  }
}

/** Uploads a chunk and writes it. */
async function write(recordingId: string, { at, data, duration }: Chunk): Promise<AppError | null> {
  const file = await importFile(new File([data], 'stretch', { type: 'application/octet-stream' }))
  if (!file.ok) return file.error
  const answer = await call('recordings.append', { recordingId, at, duration, token: file.value.token })
  return answer.ok ? null : answer.error
}

/** Watches for silence, whichever panel is shown. */
function watch(sound: SoundRecorder): () => void {
  const loudness = new LoudnessWatch(Date.now())
  const timer = setInterval(() => {
    if (recorderNow().phase !== 'recording') loudness.reset(Date.now())
    else dispatchRecorder({ type: 'heard', quiet: loudness.quiet(sound.peak(), Date.now()) })
  }, watchMs)
  return () => clearInterval(timer)
}

/** Signals main during a pause; without writes it would count the recording as interrupted. */
function tellAlive(recordingId: string, line: ChunkLine): () => void {
  const timer = setInterval(() => {
    const state = recorderNow()
    if (state.phase !== 'paused' || useRecorder.getState().trouble !== null) return
    void call('recordings.append', { recordingId, at: line.bytes, duration: state.recorded, token: null })
  }, aliveMs)
  return () => clearInterval(timer)
}

/** Reports the end when the page closes, if still possible, so that the written part is offered at once. */
function whilePageLives(recordingId: string): readonly (() => void)[] {
  const leave = () => void call('recordings.end', { recordingId, complete: false })
  const changed = () => void showMicrophones()
  window.addEventListener('pagehide', leave)
  navigator.mediaDevices.addEventListener('devicechange', changed)
  return [
    () => window.removeEventListener('pagehide', leave),
    () => navigator.mediaDevices.removeEventListener('devicechange', changed),
  ]
}

async function showMicrophones(): Promise<void> {
  useRecorder.setState({ microphones: await listMicrophones() })
}

export function pauseRecording(): void {
  session?.sound.pause()
  dispatchRecorder({ type: 'paused', at: Date.now() })
}

export function resumeRecording(): void {
  const state = recorderNow()
  if (state.phase !== 'paused') return
  // the unplugged microphone may be back, or another one available
  if (state.lost) {
    void switchMicrophone(null).then((switched) => switched && resumeRecording())
    return
  }
  session?.sound.resume()
  dispatchRecorder({ type: 'resumed', at: Date.now() })
}

/** Switches to another microphone; null means the system's default. False, without any change, if it is unavailable. */
export async function switchMicrophone(id: string | null): Promise<boolean> {
  const current = session
  const stream = await openMicrophone(id)
  if (typeof stream === 'string' || current === null || current !== session) {
    if (typeof stream !== 'string') closeMicrophone(stream)
    else showToast(refusalWords(stream))
    return false
  }
  current.sound.switchTo(stream)
  dispatchRecorder({ type: 'switched', microphoneId: microphoneOf(stream) })
  return true
}

/** Ends the recording and transcribes it, after writing its last chunk. */
export async function stopRecording(): Promise<void> {
  await end(transcribeLeft)
}

/** Ends the recording and passes it on, once it is completely written to the disk. */
export async function endRecording(then: (recordingId: string) => Promise<void>): Promise<void> {
  await end(then)
}

/** Ends the recording and keeps it under Transcribe, where the user decides about it. Sends nothing. */
export async function keepRecording(): Promise<void> {
  await end(async (recordingId) => {
    showToast(i18next.t('transcription.recorder.kept'), {
      label: i18next.t('transcription.recorder.transcribe'),
      run: () => void decide(recordingId, () => transcribeLeft(recordingId)),
    })
  })
}

/** Ends the recording, discards it and offers undo. Does not wait for chunks that cannot be written. */
export async function discardRecording(): Promise<void> {
  if (useRecorder.getState().trouble !== null) session?.line.drop()
  await end(discardLeft)
}

/** Ends the recording and carries out the decision once all chunks are written. */
async function end(then: (recordingId: string) => Promise<void>): Promise<void> {
  const current = session
  const state = recorderNow()
  if (current === null || !isActive(state) || state.phase === 'ending') return
  dispatchRecorder({ type: 'ending', at: Date.now() })
  await decide(current.recordingId, async () => {
    await current.sound.stop()
    await current.line.end()
    await close(current)
    if (current.line.bytes > 0) await then(current.recordingId)
    else showToast(i18next.t('transcription.recorder.nothing'))
  })
}

async function close(current: Session): Promise<void> {
  for (const undo of current.undo) undo()
  if (session === current) session = null
  await call('recordings.end', { recordingId: current.recordingId, complete: true })
  useRecorder.setState({ trouble: null })
  dispatchRecorder({ type: 'ended' })
}

/** Ends a recording that was discarded elsewhere or exceeds the size limit. */
async function gone(): Promise<void> {
  const { trouble } = useRecorder.getState()
  const current = session
  // the code that ends it already reports the outcome
  if (current === null || recorderNow().phase === 'ending') return
  dispatchRecorder({ type: 'ending', at: Date.now() })
  await current.sound.stop()
  await close(current)
  if (trouble !== null) tellError(trouble)
}

function nameNow(ending: string): string {
  // Intl puts narrow spaces before AM and PM, which are unsuitable in a file name
  const when = momentWords(i18next.language, Date.now()).replaceAll('\u202f', ' ')
  return `${i18next.t('transcription.recorder.name', { when })}.${ending}`
}

/** Returns the words for a recording that cannot be written at the moment. */
export function troubleWords(error: AppError): string {
  return error.code === 'connection_lost' ? i18next.t('transcription.recorder.away') : soundErrorWords(error)
}

/** Returns why recording is impossible, and what to do. */
export function refusalWords(why: MicrophoneRefusal): string {
  // permission is given by the browser at its address bar, or by the operating system
  if (why === 'denied') return i18next.t(`transcription.recorder.denied.${appState().info.shell}`)
  return i18next.t(`transcription.recorder.refused.${why}`)
}
