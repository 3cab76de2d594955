import { useCallback, useEffect, useRef } from 'react'

/**
 * Runs an action after a menu, popover or dialog has closed and returned the focus, so that the next one receives and
 * returns it correctly.
 * Call the hook in the surrounding component: effects of children, such as Mantine's focus return, run before its own.
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
