import { call } from '../../../bridge/client.ts'
import { transcription, useTranscription } from '../transcription-store.ts'
import { editsWaiting, keepRevision } from './saved-revision.ts'

// the newest opening wins: an answer that comes late must not replace what was opened after it
let openings = 0

const untouched = {
  marked: new Set<string>(),
  editing: null,
  titleEditing: false,
  finding: false,
  search: { query: '', matchCase: false },
  hitAt: 0,
  currentHit: null,
  wanted: null,
  naming: null,
  shifting: null,
} as const

/** Shows a transcript. */
export async function openTranscript(transcriptId: string): Promise<void> {
  if (transcription().openId === transcriptId && transcription().openError === null) return
  openings += 1
  const opening = openings
  useTranscription.setState({ ...untouched, openId: transcriptId, openError: null })
  const answer = await call('transcripts.get', { transcriptId })
  if (opening !== openings) return
  if (answer.ok) {
    keepRevision(answer.value)
    useTranscription.setState({ open: answer.value })
  } else useTranscription.setState({ open: null, openError: answer.error })
}

export function closeTranscript(): void {
  openings += 1
  useTranscription.setState({ ...untouched, openId: null, open: null, openError: null })
}

let reading = false
let readAgain = false

/** The open transcript changed in main: reads it again, unless the person's own change is on its way. */
export async function openChanged(transcriptId: string): Promise<void> {
  if (transcription().openId !== transcriptId || transcription().open === null || editsWaiting()) return
  readAgain = true
  if (reading) return
  reading = true
  while (readAgain) {
    readAgain = false
    const answer = await call('transcripts.get', { transcriptId })
    if (transcription().openId !== transcriptId || editsWaiting()) continue
    if (answer.ok) {
      keepRevision(answer.value)
      useTranscription.setState({ open: answer.value })
    } else if (answer.error.code === 'not_found') closeTranscript()
  }
  reading = false
}
