let focus: (() => void) | null = null

/** The list that is shown, by time or of what was found, says how it takes the focus; returns its undo. */
export function registerList(take: () => void): () => void {
  focus = take
  return () => {
    if (focus === take) focus = null
  }
}

/** Gives the focus to the list, where it was last. */
export function focusList(): void {
  focus?.()
}
