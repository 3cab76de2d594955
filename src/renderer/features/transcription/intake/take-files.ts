import type { AppError } from '../../../../shared/errors.ts'
import { looksLikeSound } from '../../../../shared/sound-files.ts'
import type { TranscriptionRequest } from '../../../../shared/transcript.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import type { Dropped } from '../../../components/window/dropped.ts'
import { call, importFile } from '../../../platform/bridge/client.ts'
import type { ArrivedFile } from '../../../platform/feature.ts'
import { readyTarget } from '../target.ts'
import { dispatchQueue, type Refusal, transcription, useTranscription } from '../transcription-store.ts'
import { recordingsOf, type WalkCount } from './folder-walk.ts'

/** Maximum number of files passed to main at the same time. */
const atOnce = 3

/** Resolves to the request made from the form; null if something is missing, which the panel then shows. */
export async function requestNow(): Promise<TranscriptionRequest | null> {
  const target = await readyTarget()
  if (target.connection === null || target.model === '') {
    const missing = target.connection === null ? 'connection' : 'model'
    useTranscription.setState({ missing, pickerOpen: missing === 'model' })
    return null
  }
  const { language, prompt } = transcription().form
  return {
    connectionId: target.connection.id,
    model: target.model,
    language,
    prompt: prompt.trim() === '' ? null : prompt.trim(),
    temperature: null,
  }
}

// dropped before a model was chosen
let held: readonly Dropped[] = []
let heldArrived: readonly ArrivedFile[] = []

/** Adds files that were dropped before a model was chosen. */
export function takeHeld(): void {
  const dropped = held
  held = []
  const arrived = heldArrived
  heldArrived = []
  void takeDropped(dropped)
  void takeArrived(arrived)
}

/** Queues dropped, pasted or chosen files. Refused files are listed, and the rest continues. */
export async function takeDropped(dropped: readonly Dropped[]): Promise<void> {
  if (dropped.length === 0) return
  useTranscription.setState({ passedOver: null })
  const request = await requestNow()
  if (request === null) {
    held = [...held, ...dropped]
    return
  }
  const count: WalkCount = { passedOver: 0, names: [], cut: false }
  const files = recordingsOf(dropped, count)
  tally({ looking: 1 })
  let taken = 0
  // files are queued in order, however large they are
  let line = Promise.resolve()
  const work = async () => {
    for (;;) {
      const next = await files.next()
      if (next.done === true) return
      tally({ found: 1 })
      taken += 1
      const before = line
      const added = addFile(crypto.randomUUID(), incoming(next.value), request, before)
      line = added
      await added
      tally({ settled: 1 })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  tally({ looking: -1 })
  if (count.passedOver > 0 || count.cut) {
    useTranscription.setState({ passedOver: { count: count.passedOver, names: count.names, cut: count.cut, taken } })
  }
}

let looking = 0
let found = 0
let settled = 0

/** Counts files being added, over all unfinished drops. */
export function tally(more: { looking?: number; found?: number; settled?: number }): void {
  looking += more.looking ?? 0
  found += more.found ?? 0
  settled += more.settled ?? 0
  const idle = looking === 0 && found === settled
  if (idle) {
    found = 0
    settled = 0
  }
  useTranscription.setState({ arrivals: idle ? null : { found, settled, looking: looking > 0 } })
}

/** Wraps a file of this page. */
function incoming(file: File): ArrivedFile {
  return { name: file.name, pass: () => importFile(file) }
}

/** Queues files that main already has, in order. Files that do not look like sound are listed as skipped. */
export async function takeArrived(files: readonly ArrivedFile[]): Promise<void> {
  if (files.length === 0) return
  const sounds = files.filter(({ name }) => looksLikeSound({ name, type: '' }))
  const others = files.filter((file) => !sounds.includes(file)).map(({ name }) => name)
  const passedOver = { count: others.length, names: others, cut: false, taken: sounds.length }
  useTranscription.setState({ passedOver: others.length === 0 ? null : passedOver })
  if (sounds.length === 0) return
  const request = await requestNow()
  if (request === null) {
    heldArrived = [...heldArrived, ...sounds]
    return
  }
  for (const file of sounds) {
    tally({ found: 1 })
    await addFile(crypto.randomUUID(), file, request, Promise.resolve())
    tally({ settled: 1 })
  }
}

async function addFile(
  jobId: string,
  file: ArrivedFile,
  request: TranscriptionRequest,
  before: Promise<void>,
): Promise<void> {
  const imported = await file.pass()
  await before
  if (!imported.ok) {
    refuse({ jobId, file, error: imported.error })
    return
  }
  const name = file.name.slice(0, 255)
  const answer = await call('transcription.add', { jobId, token: imported.value.token, name, request })
  if (answer.ok) dispatchQueue({ type: 'job', job: answer.value })
  else refuse({ jobId, file, error: answer.error })
}

function refuse(refusal: Refusal): void {
  useTranscription.setState((state) => ({ refusals: [...state.refusals, refusal] }))
}

/** Retries a refused file, once per press; with the same id, because main may already have it. */
export async function takeAgain(refusal: Refusal): Promise<void> {
  await paidPresses.once('transcription arrivals', refusal.jobId, () => take(refusal))
}

async function take(refusal: Refusal): Promise<void> {
  forgetRefusal(refusal.jobId)
  const request = await requestNow()
  if (request === null) {
    refuse(refusal)
    return
  }
  await addFile(refusal.jobId, refusal.file, request, Promise.resolve())
}

export function forgetRefusal(jobId: string): void {
  useTranscription.setState((state) => ({ refusals: state.refusals.filter((refusal) => refusal.jobId !== jobId) }))
}

export function forgetRefusals(): void {
  useTranscription.setState({ refusals: [] })
}

/** Returns true if a retry may succeed; not when the file itself was refused. */
export function mayHelp(error: AppError): boolean {
  return !['file_refused', 'file_too_large', 'not_sound', 'invalid_input'].includes(error.code)
}
