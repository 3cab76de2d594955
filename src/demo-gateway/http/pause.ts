import { setImmediate as immediate, setTimeout as timeout } from 'node:timers/promises'

/** Thrown to end work when there is no one left to answer: the client disconnected or the gateway is closing. */
export class ConnectionGone extends Error {
  constructor() {
    super('The connection has ended')
    this.name = 'ConnectionGone'
  }
}

/** Waits `ms` milliseconds. Throws ConnectionGone as soon as the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Node timers hold 31 bits; 24 days are long enough for any wait.
  await gone(timeout(Math.min(ms, 2_147_483_647), undefined, { signal, ref: true }))
}

/** Yields to the event loop once. Throws ConnectionGone when the signal has aborted. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await gone(immediate(undefined, { signal }))
}

/** Never resolves; throws ConnectionGone when the signal aborts. */
export function waitForEver(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(new ConnectionGone())
    else signal.addEventListener('abort', () => reject(new ConnectionGone()), { once: true })
  })
}

async function gone(wait: Promise<unknown>): Promise<void> {
  try {
    await wait
  } catch {
    throw new ConnectionGone()
  }
}
