import { useEffect } from 'react'

// last handled counts; outside the components, so that reopening a panel is not a request
const handled = new Map<string, number>()

/** Runs `run` for each new request; `count` changes with every request for `name`. */
export function useRequestCount(name: string, count: number, run: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new count is a request
  useEffect(() => {
    if (count === (handled.get(name) ?? 0)) return
    handled.set(name, count)
    run()
  }, [name, count])
}
