import type { IncomingMessage } from 'electron'

/** So many bytes wait to be read before the network is told to stop. */
const heldBytesMax = 1024 * 1024

export interface BodyEnds {
  /** Ends the body at once; what has not been read is dropped. */
  readonly signal: AbortSignal
  /** Called once nothing more comes. */
  readonly over: () => void
  /** Ends the request. */
  readonly abort: () => void
}

/**
 * The body of an answer as a stream with backpressure. Cancelling it ends the request. All that came before a failure is
 * read before the failure is: a stream's own queue would be dropped.
 */
export function bodyOf(response: IncomingMessage, { signal, over, abort }: BodyEnds): ReadableStream<Uint8Array> {
  const held: Uint8Array[] = []
  let heldBytes = 0
  let end: { readonly failure: unknown } | null = null
  /** Whether the stream has been closed, failed or cancelled. */
  let isSettled = false
  let wake = (): void => {}
  const finish = (failure: unknown): void => {
    if (end !== null) return
    end = { failure }
    over()
    wake()
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        response.on('data', (chunk) => {
          if (end !== null) return
          held.push(new Uint8Array(chunk))
          heldBytes += chunk.byteLength
          if (heldBytes >= heldBytesMax) pause(response)
          wake()
        })
        response.on('end', () => finish(null))
        response.on('error', finish)
        response.on('aborted', () => finish(signal.reason ?? new Error('net::ERR_ABORTED')))
        signal.addEventListener(
          'abort',
          () => {
            if (isSettled) return
            isSettled = true
            held.length = 0
            controller.error(signal.reason)
            finish(signal.reason)
          },
          { once: true },
        )
      },
      async pull(controller) {
        while (held.length === 0 && end === null) {
          const { promise, resolve } = Promise.withResolvers<void>()
          wake = resolve
          await promise
        }
        if (isSettled) return
        const next = held.shift()
        if (next !== undefined) {
          heldBytes -= next.byteLength
          controller.enqueue(next)
          if (heldBytes < heldBytesMax) resume(response)
        } else if (end !== null) {
          isSettled = true
          if (end.failure === null) controller.close()
          else controller.error(end.failure)
        }
      },
      cancel() {
        isSettled = true
        held.length = 0
        if (end !== null) return
        finish(null)
        abort()
      },
    },
    { highWaterMark: 0 },
  )
}

// Electron's message is a Readable; its types list only its events
function pause(response: IncomingMessage): void {
  if ('pause' in response && typeof response.pause === 'function') response.pause()
}

function resume(response: IncomingMessage): void {
  if ('resume' in response && typeof response.resume === 'function') response.resume()
}
