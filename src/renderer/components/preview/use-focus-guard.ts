import { type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/** Time for which a Tab or a press explains that the focus moved into a frame, in ms. */
const ownMs = 1_000
/** Time for the frame to report a press, in ms. */
const settleMs = 120
/** Number of thefts after which `onThief` is called. */
const theftsMax = 5

function isTextField(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element.matches('textarea, input, [contenteditable="true"]')
}

/**
 * Moves the focus back to a text field if a frame steals it while the user types. Any page in a frame can do that, and
 * Chromium's permission against it is not in use yet. Tab and presses are the user's own. The frame reports presses
 * (`onPress`), because this page sees neither them nor the pointer there. A page that steals the focus repeatedly is
 * reported to `onThief`, which must remove the frame.
 */
export function useFocusGuard(
  frame: RefObject<HTMLIFrameElement | null>,
  onThief: () => void,
): { readonly onPress: () => void } {
  const tell = useRef(onThief)
  tell.current = onThief
  const ownAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    let thefts = 0
    let last: Element | null = document.activeElement
    const onFocus = () => {
      if (document.activeElement !== frame.current) last = document.activeElement
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Tab') ownAt.current = performance.now()
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const giveBack = (field: HTMLElement) => {
      // if the frame was removed meanwhile, the body has its focus
      const taker = frame.current ?? document.body
      if (document.activeElement !== taker || !field.isConnected) return
      if (performance.now() - ownAt.current < ownMs) return
      thefts += 1
      // removed before the field gets the focus, or the frame could steal it once more
      if (thefts > theftsMax) flushSync(() => tell.current())
      field.focus()
    }
    const onBlur = () => {
      if (document.activeElement !== frame.current || !isTextField(last)) return
      const field = last
      clearTimeout(timer)
      timer = setTimeout(() => giveBack(field), settleMs)
    }
    window.addEventListener('focusin', onFocus, true)
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('blur', onBlur)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focusin', onFocus, true)
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('blur', onBlur)
    }
  }, [frame])
  return {
    onPress() {
      ownAt.current = performance.now()
    },
  }
}
