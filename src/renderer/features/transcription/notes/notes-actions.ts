import i18next from 'i18next'
import type { ExportFormat } from '../../../../shared/transcript-formats.ts'
import type { NoteRequest, TranscriptNote } from '../../../../shared/transcript-note.ts'
import { LastDeletion } from '../../../components/lists/last-deletion.ts'
import { finishSaving } from '../../../components/pictures/hand-out.ts'
import { call } from '../../../platform/bridge/client.ts'
import { tellError } from '../tell-error.ts'
import { transcription } from '../transcription-store.ts'
import { useNotes } from './notes-store.ts'

// the latest load wins
let loads = 0

/** Loads the notes of a transcript. Shows the transcript itself if another one was open before. */
export async function loadNotes(transcriptId: string): Promise<void> {
  loads += 1
  const load = loads
  if (useNotes.getState().transcriptId !== transcriptId)
    useNotes.setState({ transcriptId, notes: [], shownId: null, asking: null })
  const answer = await call('transcripts.notes', { transcriptId })
  if (load === loads && answer.ok) useNotes.setState({ notes: answer.value })
}

/** Reloads the notes after a change in main. */
export function notesChanged(transcriptId: string): void {
  if (useNotes.getState().transcriptId === transcriptId) void loadNotes(transcriptId)
}

/** Begins a note and shows it. `noteId` makes a repeated press one note. Returns false if it was refused. */
export async function makeNote(noteId: string, transcriptId: string, request: NoteRequest): Promise<boolean> {
  const answer = await call('transcripts.makeNote', { noteId, transcriptId, request })
  if (!answer.ok) tellError(answer.error)
  else if (transcription().openId === transcriptId) {
    await loadNotes(transcriptId)
    useNotes.setState({ shownId: answer.value.id })
  }
  return answer.ok
}

export async function resumeNote(noteId: string, again: boolean): Promise<void> {
  const answer = await call('transcripts.resumeNote', { noteId, again })
  if (!answer.ok) tellError(answer.error)
}

export async function stopNote(noteId: string): Promise<void> {
  const answer = await call('transcripts.stopNote', { noteId })
  if (!answer.ok) tellError(answer.error)
}

export const lastNoteDeletion = new LastDeletion()

/** Deletes a note, with an undo. */
export async function deleteNote({ id, transcriptId }: TranscriptNote): Promise<void> {
  const answer = await call('transcripts.deleteNote', { noteId: id })
  if (!answer.ok) {
    tellError(answer.error)
    return
  }
  useNotes.setState({ shownId: null })
  lastNoteDeletion.tell(i18next.t('transcription.notes.deleted'), async () => {
    const restored = await call('transcripts.restoreNote', { noteId: id })
    if (!restored.ok) tellError(restored.error)
    else if (useNotes.getState().transcriptId === transcriptId) {
      await loadNotes(transcriptId)
      useNotes.setState({ shownId: id })
    }
  })
}

/** Saves a translation as a file; `bilingual` adds the original below each line. */
export async function saveTranslation(noteId: string, format: ExportFormat, bilingual: boolean): Promise<void> {
  const { rules } = transcription()
  const answer = await call('transcripts.saveTranslated', { noteId, format, rules, bilingual })
  if (answer.ok) finishSaving(answer.value)
  else tellError(answer.error)
}
