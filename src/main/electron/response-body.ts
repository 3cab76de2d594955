import type { IncomingMessage } from 'electron'

/** Unread bytes above which reading from the network pauses. */
const heldBytesMax = 1024 * 1024

export interface BodyEnds {
  /** Ends the body at once; unread data is dropped. */
  readonly signal: AbortSignal
  /** Called when no more data follows. */
  readonly over: () => void
  /** Ends the request. */
  readonly abort: () => void
}

/**
 * Returns the body of a response as a stream with backpressure. Cancelling it ends the request. Data before a failure
 * is read before the failure; a stream's own queue would be dropped.
 */
export function bodyOf(response: IncomingMessage, { signal, over, abort }: BodyEnds): ReadableStream<Uint8Array> {
  const held: Uint8Array[] = []
  let heldBytes = 0
  let end: { readonly failure: unknown } | null = null
  /** True if the stream is closed, failed or cancelled. */
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

// Electron's message is a Readable, but its types list only its events
function pause(response: IncomingMessage): void {
  if ('pause' in response && typeof response.pause === 'function') response.pause()
}

function resume(response: IncomingMessage): void {
  if ('resume' in response && typeof response.resume === 'function') response.resume()
}
