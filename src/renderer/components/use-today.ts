import { useEffect, useState } from 'react'

/** The time, to the day: changes when midnight passes while the window is open. */
export function useToday(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      setNow((before) => (new Date(before).toDateString() === new Date().toDateString() ? before : Date.now()))
    }, 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
