/** How long a user who pressed a key counts as typing, in ms. */
const typingMs = 500

interface WatchedPage {
  readonly target: Pick<EventTarget, 'addEventListener'>
  /** True while an answer arrives. */
  readonly isAnswering: () => boolean
  /** The time in ms. */
  readonly now: () => number
}

/** Watches a page for its whole life. Returns whether the user types or an answer arrives. */
export function watchBusy({ target, isAnswering, now }: WatchedPage): () => boolean {
  let typedAt = Number.NEGATIVE_INFINITY
  target.addEventListener(
    'keydown',
    () => {
      typedAt = now()
    },
    { capture: true, passive: true },
  )
  return () => now() - typedAt < typingMs || isAnswering()
}
