let focus: (() => void) | null = null

/** The list says how it takes the focus; returns its undo. */
export function registerTimeline(take: () => void): () => void {
  focus = take
  return () => {
    if (focus === take) focus = null
  }
}

/** Gives the focus to the list, where it was last. */
export function focusTimeline(): void {
  focus?.()
}
