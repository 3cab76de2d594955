import { setImmediate } from 'node:timers/promises'
import type { ContextMessage, Messages } from '../../storage/messages.ts'

/** Messages read at a time. */
const stepSize = 200
/** Longest work before others have their turn, in ms. */
const stepMs = 6

/** The messages of a branch, newest first. Yields to the event loop between them, so that a long branch blocks nobody. */
export async function* newestFirst(
  messages: Messages,
  leafId: string | null,
): AsyncGenerator<ContextMessage, void, undefined> {
  let since = performance.now()
  for (let lastId = leafId; lastId !== null; ) {
    const step = messages.context(lastId, stepSize)
    for (const message of step.toReversed()) {
      yield message
      if (performance.now() - since < stepMs) continue
      await setImmediate()
      since = performance.now()
    }
    const first = step[0]
    lastId = first === undefined ? null : messages.parentOf(first.id)
  }
}
