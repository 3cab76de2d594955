import type { arrivalCalls } from '../../../shared/ipc/arrival-calls.ts'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { Feature } from '../../feature.ts'
import type { ImportedFile } from '../../media/imports.ts'
import type { EventSink } from '../../platform.ts'
import { Arrivals } from './arrivals.ts'

/** Links and files that the system hands over. */
export interface ArrivalsFeature extends Feature {
  readonly handlers: HandlersOf<typeof arrivalCalls>
  /** Accepts links and files that the shell passes on. */
  readonly arrivals: Pick<Arrivals, 'addLink' | 'addFile'>
}

export function createArrivals(parts: {
  readonly events: EventSink
  readonly register: (file: ImportedFile) => string
}): ArrivalsFeature {
  const arrivals = new Arrivals(parts)
  return {
    arrivals,
    handlers: {
      'arrivals.take': () => arrivals.takeArrivals(),
      'arrivals.file': ({ id }) => arrivals.token(id),
    },
  }
}
