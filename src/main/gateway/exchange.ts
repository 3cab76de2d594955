import { setImmediate } from 'node:timers/promises'
import type OpenAI from 'openai'
import { AppFailure, appError } from '../../shared/errors.ts'
import type { Result } from '../../shared/ipc/result.ts'
import type { Clock, Fetch } from '../platform.ts'
import { createClient, type GatewayAccess } from './client.ts'
import { requestIdOf, toAppError } from './errors.ts'
import { type Deadlines, RequestWatch } from './request-watch.ts'

/** The body of an answer as it came. */
export interface RawAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
  /** Whether it came to its end. */
  readonly whole: boolean
}

/** An answer that came whole. */
export interface Answer extends RawAnswer {
  readonly headers: Headers
}

export interface ExchangeIo {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly deadlines: Deadlines
  /** The most bytes of the answer that are taken. */
  readonly bytesMax: number
  /** Keeps the body of a success before anyone reads it, also where it broke off. Must not reject. */
  readonly keep?: (answer: RawAnswer) => Promise<void>
}

/**
 * Sends one request, once, and reads its whole answer. Never throws. `cancelled` where the signal was aborted, `timeout`
 * without headers in time, `stalled` for silence after them, `connection_lost` for a body that breaks off.
 */
export async function exchange(
  access: GatewayAccess,
  io: ExchangeIo,
  send: (client: OpenAI, signal: AbortSignal) => Promise<Response>,
): Promise<Result<Answer>> {
  const watch = new RequestWatch(io.clock, io.deadlines, io.signal)
  let requestId: string | null = null
  try {
    const response = await watch.race(send(createClient(access, watch.over(io.fetch)), watch.signal))
    requestId = requestIdOf(response.headers)
    const { body, failure } = await received(response, io.bytesMax, watch)
    const contentType = response.headers.get('content-type') ?? ''
    const kept = { status: response.status, contentType, body, whole: failure === null }
    if (body.byteLength > 0) await io.keep?.(kept)
    if (failure !== null) throw failure.cause
    return { ok: true, value: { ...kept, headers: response.headers } }
  } catch (cause) {
    const error = watch.error ?? toAppError(cause, [access.apiKey])
    return { ok: false, error: { ...error, requestId: error.requestId ?? requestId } }
  } finally {
    watch.end()
  }
}

async function received(
  response: Response,
  bytesMax: number,
  watch: RequestWatch,
): Promise<{ readonly body: Uint8Array; readonly failure: { readonly cause: unknown } | null }> {
  const chunks: Uint8Array[] = []
  let [bytes, kept] = [0, 0]
  const reader = response.body?.getReader()
  try {
    watch.alive()
    for (;;) {
      const next = await watch.race(reader ? reader.read() : Promise.resolve({ done: true as const, value: undefined }))
      if (next.done) return { body: await joined(chunks, bytes), failure: null }
      watch.alive()
      bytes += next.value.byteLength
      if (bytes > bytesMax) throw new AppFailure(appError('answer_too_large', `more than ${bytesMax} bytes`))
      chunks.push(next.value)
      kept = bytes
    }
  } catch (cause) {
    reader?.cancel().catch(() => undefined)
    return { body: await joined(chunks, kept), failure: { cause } }
  }
}

/** How much is copied before everything else has its turn, in bytes. */
const joinedAtOnce = 8 * 1024 * 1024

/** The parts as one, with its memory for itself. */
async function joined(chunks: readonly Uint8Array[], bytes: number): Promise<Uint8Array> {
  const body = new Uint8Array(bytes)
  let [at, rested] = [0, 0]
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.byteLength
    if (at - rested < joinedAtOnce) continue
    await setImmediate()
    rested = at
  }
  return body
}
