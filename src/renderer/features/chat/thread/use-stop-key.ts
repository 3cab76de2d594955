import { useEffect } from 'react'
import { chatNow } from '../chat-store.ts'
import { endOf, runningAnswer } from '../messages.ts'
import { stopRunning } from './answer-actions.ts'

/** Whether Escape means something of its own there: it closes what lies over the chat, or leaves a field. */
function hasOwnEscape(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true
  return target instanceof Element && target.closest('input, select, [aria-expanded="true"]') !== null
}

/** Stops the running answer by Escape, wherever in the chat the focus is. */
export function useStopKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || event.keyCode === 229) return
      if (hasOwnEscape(event.target) || runningAnswer(endOf(chatNow().open)) === undefined) return
      event.preventDefault()
      void stopRunning()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
