import { isLoopbackHost } from '../../../shared/base-url.ts'
import { fail } from '../../../shared/errors.ts'
import type { Fetch } from '../../platform.ts'

/**
 * Holds requests back until the chosen proxy settings are applied, and refuses them if that fails: sent another way,
 * they could leak their keys. Requests to this computer never use a proxy, and are never held.
 */
export class NetworkGate {
  private state: 'waiting' | 'open' | 'refused' = 'waiting'
  private readonly decided = Promise.withResolvers<void>()

  openGate(): void {
    this.state = 'open'
    this.decided.resolve()
  }

  refuse(): void {
    this.state = 'refused'
    this.decided.resolve()
  }

  /** Resolves once requests may leave. Throws an AppFailure `proxy_unset` where they must not. */
  async passed(): Promise<void> {
    await this.decided.promise
    if (this.state === 'refused') fail('proxy_unset', 'the chosen way to the network cannot be used')
  }

  /** Returns a fetch behind the gate. Waiting at the gate does not count for deadlines. */
  over(fetch: Fetch): Fetch {
    return async (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      if (this.state === 'open' || (URL.canParse(url) && isLoopbackHost(new URL(url).hostname)))
        return await fetch(input, init)
      if (this.state === 'waiting') {
        init?.onLine?.('waiting')
        await unlessAborted(this.decided.promise, init?.signal ?? null)
        init?.onLine?.('sent')
      }
      await this.passed()
      return await fetch(input, init)
    }
  }
}

/** Rejects with the signal's reason when it is aborted before `work` ends. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal | null): Promise<void> {
  if (signal === null) return await work
  signal.throwIfAborted()
  let undo = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    const tell = (): void => reject(signal.reason)
    signal.addEventListener('abort', tell)
    undo = () => signal.removeEventListener('abort', tell)
  })
  try {
    await Promise.race([work, aborted])
  } finally {
    undo()
  }
}
