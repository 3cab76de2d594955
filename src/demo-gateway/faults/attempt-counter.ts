import { createHash } from 'node:crypto'
import type { Fault } from './fault-syntax.ts'

export interface AttemptCounter {
  /** Returns the faults with `times` left for this request, and counts the attempt for each. */
  admit(faults: readonly Fault[], identity: readonly (string | Buffer)[]): readonly Fault[]
}

/** Counts attempts by request identity (key, path, body). Forgets the oldest beyond `limit` requests. */
export function createAttemptCounter(limit = 2_000): AttemptCounter {
  const counts = new Map<string, number>()
  return {
    admit(faults, identity) {
      if (!faults.some((fault) => fault.params.has('times'))) return faults
      const hash = createHash('sha256')
      for (const part of identity) hash.update(part).update('\0')
      const request = hash.digest('base64')
      return faults.filter((fault) => {
        const times = fault.params.get('times')
        // `times` of a video's status faults counts per task, not per submission.
        if (times === undefined || fault.name === 'poll-fails') return true
        const slot = `${request} ${fault.name}`
        const used = counts.get(slot) ?? 0
        counts.delete(slot)
        counts.set(slot, used + 1)
        const oldest = counts.keys().next()
        if (counts.size > limit && !oldest.done) counts.delete(oldest.value)
        return used < Number(times)
      })
    },
  }
}
