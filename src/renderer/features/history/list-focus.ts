let focus: (() => void) | null = null

/** Registers how the visible list takes the focus; returns its undo. */
export function registerList(take: () => void): () => void {
  focus = take
  return () => {
    if (focus === take) focus = null
  }
}

/** Focuses the list at its last position. */
export function focusList(): void {
  focus?.()
}
