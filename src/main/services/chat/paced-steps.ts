import { fail } from '../../../shared/errors.ts'
import { Pace } from '../../pace.ts'
import type { Steps } from '../../storage/steps.ts'

/** Does all steps of some work. Yields to the event loop between them. Rejects with `app_closed` once `ending` is aborted. */
export async function paced<T>(steps: Steps<T>, ending?: AbortSignal): Promise<T> {
  const pace = new Pace()
  for (;;) {
    if (ending?.aborted === true) fail('app_closed')
    const step = steps.next()
    if (step.done === true) return step.value
    await pace.yieldIfDue()
  }
}
