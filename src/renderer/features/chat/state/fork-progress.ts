import { create } from 'zustand'

/** A copy of a long chat that is being made. */
export interface ForkProgress {
  readonly conversationId: string
  /** Messages copied so far, and in total. */
  readonly done: number
  readonly total: number
}

export const useForkProgress = create<{ readonly progress: ForkProgress | null }>(() => ({ progress: null }))

/** Shows the progress of a copy; null means that none is being made. */
export function showForkProgress(progress: ForkProgress | null): void {
  useForkProgress.setState({ progress })
}
