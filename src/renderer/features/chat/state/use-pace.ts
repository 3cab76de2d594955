import { useEffect, useState } from 'react'
import { streamTexts } from './chat-store.ts'
import type { StreamPace } from './stream-texts.ts'

/** Returns the pace of a running answer in the caller's words; null until it is known. Renders twice a second. */
export function usePace<Words>(messageId: string, inWords: (pace: StreamPace, now: number) => Words): Words | null {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const pace = streamTexts.pace(messageId)
  return pace === null ? null : inWords(pace, now)
}
