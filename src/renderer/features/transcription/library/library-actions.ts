import i18next from 'i18next'
import type { ListedTranscript } from '../../../../shared/transcript.ts'
import { LastDeletion } from '../../../components/lists/last-deletion.ts'
import { call } from '../../../platform/bridge/client.ts'
import { tellError } from '../tell-error.ts'
import { transcription, useTranscription } from '../transcription-store.ts'
import { closeTranscript, openTranscript } from '../view/open-actions.ts'

const pageSize = 100
const pageMax = 500

// the latest load wins
let readings = 0

/** Reloads the part of the list that was loaded before. */
export async function loadLibrary(): Promise<void> {
  readings += 1
  const reading = readings
  const { query } = transcription()
  const wanted = Math.max(pageSize, transcription().transcripts.length)
  const transcripts: ListedTranscript[] = []
  let total = 0
  do {
    const limit = Math.min(pageMax, wanted - transcripts.length)
    const answer = await call('transcripts.list', { query, offset: transcripts.length, limit })
    if (reading !== readings) return
    if (!answer.ok) {
      useTranscription.setState({ listError: answer.error })
      return
    }
    transcripts.push(...answer.value.transcripts)
    total = answer.value.total
    if (answer.value.transcripts.length === 0) break
  } while (transcripts.length < Math.min(wanted, total))
  useTranscription.setState({ transcripts, total, listError: null })
}

let loadingMore = false

/** Loads the next page. */
export async function loadMore(): Promise<void> {
  const { transcripts, total, query } = transcription()
  if (loadingMore || total === null || transcripts.length >= total) return
  loadingMore = true
  const reading = readings
  const answer = await call('transcripts.list', { query, offset: transcripts.length, limit: pageSize })
  loadingMore = false
  if (!answer.ok || reading !== readings) return
  const known = new Set(transcripts.map((transcript) => transcript.id))
  const more = answer.value.transcripts.filter((transcript) => !known.has(transcript.id))
  useTranscription.setState({ transcripts: [...transcripts, ...more], total: answer.value.total })
}

let changing = false
let changedAgain = false

/** Reloads after a change; a burst of changes causes at most two loads. */
export async function libraryChanged(): Promise<void> {
  changedAgain = true
  if (changing) return
  changing = true
  while (changedAgain) {
    changedAgain = false
    await loadLibrary()
    // while pieces of a recording arrive, an occasional reload is enough
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  changing = false
}

/** Searches titles and texts of the transcripts. */
export function searchLibrary(query: string): void {
  if (query === transcription().query) return
  useTranscription.setState({ query, transcripts: [], selected: new Set() })
  void loadLibrary()
}

/** Renames a transcript; shown at once, and reverted if main refuses. */
export async function renameTranscript(transcriptId: string, typed: string): Promise<void> {
  const title = typed.trim().slice(0, 200)
  useTranscription.setState({ renaming: null, titleEditing: false })
  const before = transcription()
  const known =
    before.open?.summary.id === transcriptId
      ? before.open.summary
      : before.transcripts.find((transcript) => transcript.id === transcriptId)
  if (title === '' || known === undefined || known.title === title) return
  showTitle(transcriptId, title)
  const answer = await call('transcripts.rename', { transcriptId, title })
  if (answer.ok) return
  showTitle(transcriptId, known.title)
  tellError(answer.error)
}

function showTitle(transcriptId: string, title: string): void {
  useTranscription.setState((state) => ({
    transcripts: state.transcripts.map((other) => (other.id === transcriptId ? { ...other, title } : other)),
    open:
      state.open?.summary.id === transcriptId
        ? { ...state.open, summary: { ...state.open.summary, title } }
        : state.open,
  }))
}

const lastDeletion = new LastDeletion()

/** Deletes transcripts and offers undo. */
export async function deleteTranscripts(transcriptIds: readonly string[]): Promise<boolean> {
  if (transcriptIds.length === 0) return false
  const ids = [...transcriptIds]
  const { openId, transcripts } = transcription()
  const title = transcripts.find((transcript) => transcript.id === ids[0])?.title ?? ''
  const answer = await call('transcripts.delete', { transcriptIds: ids })
  if (!answer.ok) {
    tellError(answer.error)
    return false
  }
  const gone = new Set(ids)
  const wasOpen = openId !== null && gone.has(openId)
  if (wasOpen) closeTranscript()
  useTranscription.setState((state) => {
    const selected = new Set([...state.selected].filter((id) => !gone.has(id)))
    return {
      transcripts: state.transcripts.filter((transcript) => !gone.has(transcript.id)),
      total: state.total === null ? null : Math.max(0, state.total - ids.length),
      selected,
      selecting: state.selecting && (selected.size > 0 || state.selected.size === 0),
    }
  })
  lastDeletion.tell(i18next.t('transcription.deleted', { count: ids.length, title }), async () => {
    const restored = await call('transcripts.restore', { transcriptIds: ids })
    if (!restored.ok) return tellError(restored.error)
    void libraryChanged()
    if (wasOpen && transcription().openId === null) void openTranscript(openId)
  })
  return true
}

/** Undoes the last deletion while its message is visible; false without one. */
export function undoDeletion(): boolean {
  return lastDeletion.undo()
}

export function setSelecting(selecting: boolean): void {
  useTranscription.setState({ selecting, selected: new Set() })
}

// start of a range selection with Shift
let anchor: string | null = null

/** Selects or deselects a transcript; with `range`, selects everything from the last one on. */
export function toggleSelected(id: string, range: boolean): void {
  const { selected, transcripts } = transcription()
  const ids = transcripts.map((transcript) => transcript.id)
  const from = anchor === null ? -1 : ids.indexOf(anchor)
  const to = ids.indexOf(id)
  const next = new Set(selected)
  if (range && from >= 0 && to >= 0) {
    for (const between of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(between)
  } else if (next.has(id)) next.delete(id)
  else next.add(id)
  anchor = id
  useTranscription.setState({ selected: next, selecting: true })
}

/** Selects all matches of the search, loaded or not. */
export async function selectAll(): Promise<void> {
  while (transcription().transcripts.length < (transcription().total ?? 0)) {
    const before = transcription().transcripts.length
    await loadMore()
    if (transcription().transcripts.length === before) break
  }
  useTranscription.setState((state) => ({ selected: new Set(state.transcripts.map((transcript) => transcript.id)) }))
}
