import { create } from 'zustand'

// apart from the dialog, whose code is loaded when it opens

/** The chat in which a model may look for facts to remember; null while the dialog is closed. */
export const useFinding = create<{ readonly conversationId: string | null }>(() => ({ conversationId: null }))
