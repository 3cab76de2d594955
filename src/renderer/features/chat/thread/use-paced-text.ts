import { useEffect, useReducer, useRef } from 'react'

/** The most that is added to what is shown in one frame, in characters: about what can be laid out in a third of a frame. */
export const perFrame = 500

/**
 * The part of a growing text to show. A flood of text is spread over some frames, so that none is long. At readable
 * speed it is the whole text, and after the end always.
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

/** How much may be shown in the frame after one that showed `shown` of `whole`. A text that became shorter is shown whole. */
export function nextLength(shown: number, whole: number): number {
  return Math.min(whole, shown + perFrame)
}
