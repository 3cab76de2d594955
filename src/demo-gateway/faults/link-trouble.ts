import type { LinkTrouble } from '../file-shelf.ts'
import type { FaultSet } from './fault-syntax.ts'

/** Returns how the result links of a request misbehave. */
export function linkTroubleOf(faults: FaultSet): LinkTrouble {
  return {
    dead: faults.has('dead-link'),
    redirect: faults.has('redirect-link'),
    web: faults.has('not-image'),
    cut: faults.has('cut-link'),
    slow: faults.has('slow-link') ? (faults.number('slow-link', 'ms') ?? 2000) : 0,
  }
}
