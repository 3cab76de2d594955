import { create } from 'zustand'

interface SummaryEdit {
  readonly conversationId: string
  readonly text: string
}

/** The summary that is being edited. The list can take its place in the chat away while the user scrolls. */
export const useSummaryEdit = create<{ readonly edit: SummaryEdit | null }>(() => ({ edit: null }))
