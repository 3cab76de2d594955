import { useEffect, useReducer, useRef } from 'react'

/** The most that is added to what is shown in one frame, in characters: about what can be laid out in a third of a frame. */
export const perFrame = 500

/**
 * The text to show of one that grows. Text that comes in a flood is let through over some frames, so that none of them
 * is long; at any pace that a person can follow it is the whole text at once. What has ended is shown whole.
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
