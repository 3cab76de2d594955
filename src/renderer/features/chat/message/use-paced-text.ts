import { useEffect, useReducer, useRef } from 'react'

/** Maximum number of characters added in one frame; about a third of a frame's layout time. */
export const perFrame = 500

/**
 * Returns the part of a growing text to show. A burst of text is spread over some frames, so that none takes long. At
 * readable speed, and always after the end, it is the whole text.
 */
export function usePacedText(text: string, growing: boolean): string {
  const before = useRef(text.length)
  const [, showMore] = useReducer((count: number) => count + 1, 0)
  const shown = growing ? nextLength(before.current, text.length) : text.length
  useEffect(() => {
    before.current = shown
    if (shown === text.length) return undefined
    const frame = requestAnimationFrame(showMore)
    return () => cancelAnimationFrame(frame)
  })
  return shown === text.length ? text : text.slice(0, shown)
}

/**
 * Returns how many characters the next frame may show, after a frame with `shown` of `whole`. A text that became
 * shorter is shown at once.
 */
export function nextLength(shown: number, whole: number): number {
  return Math.min(whole, shown + perFrame)
}
