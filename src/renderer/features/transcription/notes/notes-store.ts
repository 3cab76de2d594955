import { create } from 'zustand'
import type { NoteKind } from '../../../../shared/note-kinds.ts'
import type { TranscriptNote } from '../../../../shared/transcript-note.ts'

export interface NotesState {
  /** The transcript whose notes are loaded. */
  readonly transcriptId: string | null
  readonly notes: readonly TranscriptNote[]
  /** The note shown instead of the transcript. */
  readonly shownId: string | null
  /** The kind of note about to be made. */
  readonly asking: NoteKind | null
  /** True if a translation shows the original below each line. */
  readonly bilingual: boolean
}

/** The notes of the open transcript. */
export const useNotes = create<NotesState>(() => ({
  transcriptId: null,
  notes: [],
  shownId: null,
  asking: null,
  bilingual: true,
}))

/** Returns the note that is shown; null for the transcript. */
export function shownNote({ notes, shownId }: NotesState): TranscriptNote | null {
  return notes.find(({ id }) => id === shownId) ?? null
}
