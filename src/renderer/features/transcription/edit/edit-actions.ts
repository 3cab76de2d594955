import i18next from 'i18next'
import type { Transcript, TranscriptChange } from '../../../../shared/transcript.ts'
import { call } from '../../../platform/bridge/client.ts'
import { showToast } from '../../../platform/toasts.ts'
import { tellError } from '../tell-error.ts'
import { transcription, useTranscription } from '../transcription-store.ts'
import { openChanged } from '../view/open-actions.ts'
import { countWaiting, keepRevision, toldTranscript } from '../view/saved-revision.ts'
import { applyEdit, changedTranscript, type Edit, editBetween, rebase, type Segments } from './edit.ts'

interface Waiting {
  readonly transcriptId: string
  readonly edit: Edit
  /** The segments as shown when the edit was made. */
  readonly before: Segments
}

const line: Waiting[] = []
let saving: Promise<void> | null = null

/** Edits the open transcript: shown at once, saved, and reverted if main refuses. False without a change. */
export function changeSegments(operation: (segments: Segments) => Segments): boolean {
  const { open } = transcription()
  if (open === null) return false
  const edit = editBetween(open.segments, operation(open.segments))
  if (edit === null) return false
  line.push({ transcriptId: open.summary.id, edit, before: open.segments })
  countWaiting(1)
  const segments = applyEdit(open.segments, edit)
  const there = new Set(segments.map((segment) => segment.id))
  useTranscription.setState(({ marked }) => ({
    open: { ...open, segments, canUndo: true, canRedo: false },
    saving: true,
    marked: new Set([...marked].filter((id) => there.has(id))),
  }))
  saving ??= saveAll().finally(() => {
    saving = null
    useTranscription.setState({ saving: false })
  })
  return true
}

/** Saves edits one after another, because each is based on the previous revision. */
async function saveAll(): Promise<void> {
  for (let next = line[0]; next !== undefined; next = line[0]) {
    const answer = await save(next)
    line.shift()
    if (answer.ok) {
      const saved = await afterChange(answer.value)
      if (saved !== null && !line.some((other) => other.transcriptId === saved.summary.id)) show(saved)
      countWaiting(-1)
    } else {
      countWaiting(-1)
      // later edits based on it cannot be saved either
      for (let at = line.length - 1; at >= 0; at -= 1) {
        if (line[at]?.transcriptId !== next.transcriptId) continue
        line.splice(at, 1)
        countWaiting(-1)
      }
      await putBack(next.transcriptId)
      if (answer.error.code === 'busy') showToast(i18next.t('transcription.changedElsewhere'))
      else tellError(answer.error)
    }
  }
  lookForPieces()
}

/** Reads new pieces that may have arrived during an edit. */
function lookForPieces(): void {
  const { open } = transcription()
  if (open !== null && !open.summary.complete) void openChanged(open.summary.id)
}

/** Resolves to the transcript after a change in main; reloaded only if the change does not fit the known version. */
async function afterChange(change: TranscriptChange): Promise<Transcript | null> {
  const told = toldTranscript(change.summary.id)
  const known = told === undefined ? null : changedTranscript(told, change)
  if (known === null) return await readAnew(change.summary.id)
  keepRevision(known)
  return known
}

async function readAnew(transcriptId: string): Promise<Transcript | null> {
  const answer = await call('transcripts.get', { transcriptId })
  if (!answer.ok) return null
  keepRevision(answer.value)
  return answer.value
}

async function save({ transcriptId, edit, before }: Waiting): ReturnType<typeof call<'transcripts.edit'>> {
  const told = toldTranscript(transcriptId)
  const send = (fitting: Edit, revision: number) =>
    call('transcripts.edit', { transcriptId, revision, ...fitting, insert: [...fitting.insert] })
  const known = told?.segments
  const fits = known !== undefined && known.length === before.length && known[edit.at]?.id === before[edit.at]?.id
  const fitting = fits || known === undefined ? edit : (rebase(edit, before, known) ?? edit)
  const answer = await send(fitting, told?.revision ?? 0)
  if (answer.ok || answer.error.code !== 'busy') return answer
  // it grew meanwhile: repeats the change if its segments are unchanged
  const now = await call('transcripts.get', { transcriptId })
  if (!now.ok) return answer
  keepRevision(now.value)
  const rebased = rebase(edit, before, now.value.segments)
  return rebased === null ? answer : await send(rebased, now.value.revision)
}

function show(transcript: Transcript): void {
  if (transcription().openId === transcript.summary.id) useTranscription.setState({ open: transcript })
}

/** Reverts to main's version. */
async function putBack(transcriptId: string): Promise<void> {
  const transcript = await readAnew(transcriptId)
  if (transcript !== null) show(transcript)
}

async function travel(name: 'transcripts.undo' | 'transcripts.redo'): Promise<void> {
  await saving
  const { open } = transcription()
  if (open === null || !(name === 'transcripts.undo' ? open.canUndo : open.canRedo)) return
  // the answer contains the change, so its event needs no reload
  countWaiting(1)
  const answer = await call(name, { transcriptId: open.summary.id })
  const after = answer.ok ? await afterChange(answer.value) : await readAnew(open.summary.id)
  countWaiting(-1)
  if (!answer.ok) tellError(answer.error)
  if (after !== null) show(after)
  lookForPieces()
}

// one step at a time, however fast the keys repeat
let steps: Promise<void> = Promise.resolve()

export function undoEdit(): void {
  steps = steps.then(() => travel('transcripts.undo'))
}

export function redoEdit(): void {
  steps = steps.then(() => travel('transcripts.redo'))
}
