import { create } from 'zustand'

/** Ids of answers that are shown as their source; forgotten when the page is closed. */
const useRawAnswers = create<{ readonly ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

/** Returns true if an answer is shown as its source. */
export function useIsRaw(messageId: string): boolean {
  return useRawAnswers(({ ids }) => ids.has(messageId))
}

export function toggleRaw(messageId: string): void {
  useRawAnswers.setState(({ ids }) => {
    const next = new Set(ids)
    if (!next.delete(messageId)) next.add(messageId)
    return { ids: next }
  })
}
