import { searchWords, wordPlaces } from '../../../../shared/folded-text.ts'
import type { ListedTranscript, Transcript } from '../../../../shared/transcript.ts'
import { call } from '../../../platform/bridge/client.ts'
import { findHits } from '../edit/find-replace.ts'
import { transcription, untouched, useTranscription } from '../transcription-store.ts'
import { editsWaiting, keepRevision } from './saved-revision.ts'

// the latest opening wins: a late answer must not replace a transcript opened after it
let openings = 0

/** The library search that found a transcript, and its first hit. */
export interface Sought {
  readonly segmentId: string
  /** Search words in folded form. */
  readonly words: readonly string[]
}

/** Returns the search to show in a found transcript; null without one. */
export function soughtIn({ hit }: ListedTranscript, query: string): Sought | null {
  return hit === null ? null : { segmentId: hit.segmentId, words: searchWords(query) }
}

/** Returns the state of the find bar for a library search, starting at its first hit. */
function lookingFor({ segments }: Transcript, { segmentId, words }: Sought) {
  const text = segments.find((segment) => segment.id === segmentId)?.text ?? ''
  const [place] = wordPlaces(text, words)
  if (place === undefined) return {}
  const search = { query: text.slice(place.start, place.end), matchCase: false }
  const hitAt = findHits(segments, search).findIndex((hit) => hit.segmentId === segmentId)
  const wanted = { segmentId, serial: openings }
  return { finding: true, foundInLibrary: true, search, hitAt: Math.max(0, hitAt), wanted }
}

/** Opens a transcript at its beginning, or at the first hit. */
export async function openTranscript(transcriptId: string, sought: Sought | null = null): Promise<void> {
  const { open: shown, openError, openId } = transcription()
  if (openId === transcriptId && openError === null) {
    if (sought !== null && shown?.summary.id === transcriptId) useTranscription.setState(lookingFor(shown, sought))
    return
  }
  openings += 1
  const opening = openings
  useTranscription.setState({ ...untouched, openId: transcriptId, openError: null })
  const answer = await call('transcripts.get', { transcriptId })
  if (opening !== openings) return
  if (answer.ok) {
    keepRevision(answer.value)
    useTranscription.setState({ open: answer.value, ...(sought === null ? {} : lookingFor(answer.value, sought)) })
  } else useTranscription.setState({ open: null, openError: answer.error })
}

export function closeTranscript(): void {
  openings += 1
  useTranscription.setState({ ...untouched, openId: null, open: null, openError: null })
}

let reading = false
let readAgain = false

/** Reloads the open transcript after a change in main, unless an edit is being saved. */
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
