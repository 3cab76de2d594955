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

/** How often it is looked whether anything is heard, in ms. */
const watchMs = 100
/** How often a paused recording tells main that it is still there, in ms. */
const aliveMs = 20_000

/** What is recorded now; it belongs to the page, not to a component. */
interface Session {
  readonly recordingId: string
  readonly sound: SoundRecorder
  readonly line: ChunkLine
  readonly undo: readonly (() => void)[]
}
let session: Session | null = null

/** How loud it is right now, 0 to 1; 0 where nothing is recorded. */
export function levelNow(): number {
  return recorderNow().phase === 'recording' ? (session?.sound.level() ?? 0) : 0
}

/** Asks for the microphone and begins to record; what stands against it is told in the panel. */
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

/** Hands a stretch over and has it written. */
async function write(recordingId: string, { at, data, duration }: Chunk): Promise<AppError | null> {
  const file = await importFile(new File([data], 'stretch', { type: 'application/octet-stream' }))
  if (!file.ok) return file.error
  const answer = await call('recordings.append', { recordingId, at, duration, token: file.value.token })
  return answer.ok ? null : answer.error
}

/** Looks whether anything is heard, whichever panel is shown. */
function watch(sound: SoundRecorder): () => void {
  const loudness = new LoudnessWatch(Date.now())
  const timer = setInterval(() => {
    if (recorderNow().phase !== 'recording') loudness.reset(Date.now())
    else dispatchRecorder({ type: 'heard', quiet: loudness.quiet(sound.peak(), Date.now()) })
  }, watchMs)
  return () => clearInterval(timer)
}

/** While it is paused nothing is written, and main would take it for one that nobody makes any more. */
function tellAlive(recordingId: string, line: ChunkLine): () => void {
  const timer = setInterval(() => {
    const state = recorderNow()
    if (state.phase !== 'paused' || useRecorder.getState().trouble !== null) return
    void call('recordings.append', { recordingId, at: line.bytes, duration: state.recorded, token: null })
  }, aliveMs)
  return () => clearInterval(timer)
}

/** A page that is left tells so, as far as it still can: what is written is offered at once. */
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
  // what was unplugged may be there again, or another one
  if (state.lost) {
    void switchMicrophone(null).then((switched) => switched && resumeRecording())
    return
  }
  session?.sound.resume()
  dispatchRecorder({ type: 'resumed', at: Date.now() })
}

/** Goes on with another microphone, or, for null, the one that the system prefers; false, and everything as it was, where it cannot be had. */
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

/** Ends the recording and has it transcribed; the last of it is written first. */
export async function stopRecording(): Promise<void> {
  await end(transcribeLeft)
}

/** Ends the recording and throws it away, with a way back. What cannot be written just now is not waited for. */
export async function discardRecording(): Promise<void> {
  if (useRecorder.getState().trouble !== null) session?.line.drop()
  await end(discardLeft)
}

/** Ends the recording and, when all of it is written, does with it what the person decided. */
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

/** The recording was thrown away elsewhere, or is larger than anything is kept: there is nothing to go on with. */
async function gone(): Promise<void> {
  const { trouble } = useRecorder.getState()
  const current = session
  // whoever ends it already tells what became of it
  if (current === null || recorderNow().phase === 'ending') return
  dispatchRecorder({ type: 'ending', at: Date.now() })
  await current.sound.stop()
  await close(current)
  if (trouble !== null) tellError(trouble)
}

function nameNow(ending: string): string {
  // Intl puts narrow spaces before AM and PM, which do not belong into a file's name
  const when = momentWords(i18next.language, Date.now()).replaceAll('\u202f', ' ')
  return `${i18next.t('transcription.recorder.name', { when })}.${ending}`
}

/** What is written of a recording that cannot be written at the moment is told in words of its own. */
export function troubleWords(error: AppError): string {
  return error.code === 'connection_lost' ? i18next.t('transcription.recorder.away') : soundErrorWords(error)
}

/** Why there is nothing to record from, and what can be done about it. */
export function refusalWords(why: MicrophoneRefusal): string {
  // who can allow it: the browser at its address bar, or the operating system
  if (why === 'denied') return i18next.t(`transcription.recorder.denied.${appState().info.shell}`)
  return i18next.t(`transcription.recorder.refused.${why}`)
}
