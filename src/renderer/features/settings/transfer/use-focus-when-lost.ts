import { type RefObject, useEffect } from 'react'

/** Gives an element the focus when it appears and what had it is gone, so that a keyboard goes on from there. */
export function useFocusWhenLost(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus()
  }, [element])
}
