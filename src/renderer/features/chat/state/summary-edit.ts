import { create } from 'zustand'

interface SummaryEdit {
  readonly conversationId: string
  readonly text: string
}

/** The summary being edited. It is kept here because the list may unmount its row while the user scrolls. */
export const useSummaryEdit = create<{ readonly edit: SummaryEdit | null }>(() => ({ edit: null }))
