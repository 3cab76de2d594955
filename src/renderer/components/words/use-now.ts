import { useEffect, useState, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null
let now = Date.now()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === null) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const each of listeners) each()
    }, 1000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** Returns the current time, updated every second by one shared timer. */
export function useSecond(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** Returns the current day; changes at midnight while the window is open. */
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
