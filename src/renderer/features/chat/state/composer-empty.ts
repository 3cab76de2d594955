import { create } from 'zustand'

/** True if the composer is empty. The buttons need nothing else, so typing re-renders nothing else. */
export const useComposerEmpty = create<{ readonly empty: boolean }>(() => ({ empty: true }))
