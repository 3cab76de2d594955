import { useCallback, useEffect, useRef } from 'react'

/**
 * Runs something once a menu, popover or dialog has closed and the focus is back where it was, so that what opens next
 * keeps the focus, and returns it there. Call the hook in the component around it: effects of children, such as
 * Mantine's return of the focus, run before it.
 */
export function useAfterClose(opened: boolean): (run: () => void) => void {
  const opener = useRef<Element | null>(null)
  const next = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (opened) {
      opener.current = document.activeElement
      next.current = null
      return
    }
    const run = next.current
    next.current = null
    if (run === null) return
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    run()
  }, [opened])
  return useCallback((run) => {
    next.current = run
  }, [])
}
