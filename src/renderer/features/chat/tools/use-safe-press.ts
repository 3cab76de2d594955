import { useEffect, useState } from 'react'

/** How long a button ignores presses after it appeared, in ms. */
export const safePressMs = 500

/**
 * Returns true if a card has been visible long enough for a press to be meant for it, not for what was there before.
 */
export function useSafePress(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), safePressMs)
    return () => clearTimeout(timer)
  }, [])
  return isReady
}
