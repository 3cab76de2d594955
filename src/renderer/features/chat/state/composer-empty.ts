import { create } from 'zustand'

/** True if the composer is empty. The buttons depend on nothing else, so typing does not re-render other parts. */
export const useComposerEmpty = create<{ readonly empty: boolean }>(() => ({ empty: true }))
