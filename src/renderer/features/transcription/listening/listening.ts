import type { CallInput, CallOutput } from '../../../../shared/ipc/contract.ts'
import { startOwnWorker } from '../../../components/own-worker.ts'
import { appState } from '../../../platform/app-store.ts'
import { call, importFile, on, onConnection } from '../../../platform/bridge/client.ts'
import type { ListeningAnswer, ListeningRequest } from './listening-messages.ts'
import workerUrl from './listening-worker.ts?worker&url'

/** A watchdog: acts once when the watched worker falls silent. */
class SilenceWatch {
  private readonly silenceMs: number
  private readonly onSilent: () => void
  private timer: ReturnType<typeof setTimeout> | null = null

  constructor(silenceMs: number, onSilent: () => void) {
    this.silenceMs = silenceMs
    this.onSilent = onSilent
  }

  /** Starts or restarts the timer. */
  restartTimer(): void {
    this.stopTimer()
    this.timer = setTimeout(() => {
      this.timer = null
      this.onSilent()
    }, this.silenceMs)
  }

  /** Stops the timer until `heard` is called. */
  stopTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
  }
}

type Claim = NonNullable<CallOutput<'transcription.claim'>>
type ClaimIds = Pick<CallInput<'transcription.heard'>, 'jobId' | 'pageId'>

/**
 * A worker reports five times a second. Silence of this length, in ms, means a loop over a damaged file.
 * Must be shorter than main's wait before another page may try.
 */
const silenceMs = 45_000

/**
 * Analyses recordings one after another; every page of the app shares the work. Returns its undo, which releases the
 * running one for another page.
 */
export function startListening(): () => void {
  let busy = false
  let wanted = false
  let stop: (() => void) | null = null
  let ended = false
  const look = async (): Promise<void> => {
    wanted = true
    if (busy) return
    busy = true
    while (wanted && !ended) {
      wanted = false
      // a new one for each claim, so that late results of the previous worker are refused
      const pageId = crypto.randomUUID()
      const claim = await call('transcription.claim', { pageId })
      if (!claim.ok || claim.value === null) continue
      // more recordings may be waiting
      wanted = true
      await listenTo(pageId, claim.value, (given) => {
        stop = given
      })
    }
    busy = false
  }
  const undo = [
    on('transcription.wanted', () => void look()),
    // a restarted main knows no claims
    onConnection((connected) => connected && void look()),
  ]
  return () => {
    ended = true
    for (const end of undo) end()
    stop?.()
  }
}

/** Resolves when the recording has been analysed, has failed, or was released. */
async function listenTo(pageId: string, claim: Claim, stoppable: (stop: () => void) => void): Promise<void> {
  const { jobId, source, pieceBytes, mustCut, have, track } = claim
  const worker = startOwnWorker(workerUrl)
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const watch = new SilenceWatch(silenceMs, () => {
    // terminated first, because it keeps a core busy
    worker.terminate()
    void answered({ jobId, pageId }, { type: 'notHeard', why: 'not_read' }, worker).then(() => resolve())
  })
  stoppable(resolve)
  worker.addEventListener(
    'error',
    () => void answered({ jobId, pageId }, { type: 'failed' }, worker).then(() => resolve()),
  )
  worker.addEventListener('message', (event: MessageEvent<ListeningAnswer>) => {
    // the worker is idle while a piece is being stored
    if (event.data.type === 'piece') watch.stopTimer()
    else watch.restartTimer()
    void answered({ jobId, pageId }, event.data, worker).then((goesOn) => {
      if (!goesOn) resolve()
      else if (event.data.type === 'piece') watch.restartTimer()
    })
  })
  const url = new URL(`${appState().info.mediaBase}${source.id}`, location.href).href
  post(worker, { type: 'listen', url, bytes: source.bytes, pieceBytes, mustCut, have, track })
  watch.restartTimer()
  await ended
  watch.stopTimer()
  worker.terminate()
}

function post(worker: Worker, request: ListeningRequest): void {
  worker.postMessage(request)
}

/** Passes on the worker's results; false at the end, or when main no longer wants them. */
async function answered(claim: ClaimIds, answer: ListeningAnswer, worker: Worker): Promise<boolean> {
  switch (answer.type) {
    case 'progress':
      return (await call('transcription.heard', { ...claim, progress: answer.progress, audible: answer.audible })).ok
    case 'piece': {
      const { index, from, to } = answer
      const file = await importFile(new File([answer.wav], `piece-${index}.wav`, { type: 'audio/wav' }))
      if (!file.ok) return false
      const put = await call('transcription.putPiece', { ...claim, index, from, to, token: file.value.token })
      if (put.ok) post(worker, { type: 'kept' })
      return put.ok
    }
    case 'listened':
      await call('transcription.listened', { ...claim, heard: answer.heard })
      return false
    case 'notHeard':
      await call('transcription.notHeard', { ...claim, why: answer.why })
      return false
    case 'failed':
      // unreported, it would be tried again every minute and stay in `preparing`
      await call('transcription.notHeard', { ...claim, why: 'damaged' })
      return false
    default:
      return answer satisfies never
  }
}
