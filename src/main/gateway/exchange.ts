import { setImmediate } from 'node:timers/promises'
import type OpenAI from 'openai'
import { type AppError, AppFailure, appError, fail } from '../../shared/errors.ts'
import type { Result } from '../../shared/ipc/result.ts'
import type { Clock, Fetch } from '../platform.ts'
import { createClient, filterOf, type GatewayAccess } from './client.ts'
import { requestIdOf, toAppError } from './errors.ts'
import type { ExchangeRecord } from './exchange-record.ts'
import type { KeyFilter, PartsFilter } from './key-filter.ts'
import { type Deadlines, RequestWatch } from './request-watch.ts'
import { SplitKeyFinder } from './split-key.ts'

/** The body of an answer as received, with the key removed. */
export interface RawAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
  /** True if the body was received completely. */
  readonly whole: boolean
}

/** A completely received answer. */
export interface Answer extends RawAnswer {
  readonly headers: Headers
  /** Secrets that decoder errors must not repeat. */
  readonly secrets: readonly string[]
}

/** Dependencies and options of a request. */
export interface ExchangeIo {
  readonly fetch: Fetch
  readonly clock: Clock
  /** Aborting it ends the request with `cancelled`. */
  readonly signal: AbortSignal
  /** Replaces the endpoint's deadlines. */
  readonly deadlines?: Deadlines
  /** Stores the body of a success, also a truncated one, before it is read. Must not reject. */
  readonly keepAnswer?: (answer: RawAnswer) => Promise<void>
  /** Begins the record of the request. */
  readonly record?: () => ExchangeRecord
}

interface Request {
  readonly deadlines: Deadlines
  /** Size limit of the answer, in bytes. */
  readonly bytesMax: number
  readonly send: (client: OpenAI, signal: AbortSignal) => Promise<Response>
}

/** An endpoint of the gateway: its request, limits and decoder. */
export interface Endpoint<T> extends Request {
  /** Decodes a whole answer. Throws an AppFailure when it does not hold the requested result. */
  readonly decode: (answer: Answer) => T | Promise<T>
}

/** An endpoint with an answer that is shown while it streams. */
export interface StreamEndpoint extends Request {
  readonly decoder: StreamDecoder
}

/** Decodes the text of one answer while it streams. */
export interface StreamDecoder {
  /** True if the answer is a stream; while that is unknown, the body is collected. */
  readonly isStream: boolean
  /** True if the stream has marked its end. */
  readonly isDone: boolean
  /**
   * Decodes the next bytes; returns the parts that they add. Consecutive events of one type become one part: a burst
   * brings thousands of events at once, and each part is filtered, stored and shown.
   */
  push(bytes: Uint8Array): readonly StreamPart[]
  /** Returns the parts of an event that the stream's end completes, also in a truncated stream. */
  flush(): readonly StreamPart[]
  /** Decodes an answer that is not a stream; `failure` is the reason if it was cut short. Never throws. */
  whole(body: Uint8Array, status: number, failure: AppError | null): WholeParts
  /** Returns the parts that are known only once the answer has ended. */
  finish(): readonly StreamPart[]
  /** Why a received answer is incomplete; null when it is complete. */
  readonly error: AppError | null
}

/** A part of a stream's text. */
export interface StreamText {
  readonly type: 'text'
  readonly text: string
}

/** A part of the model's thinking before its text. */
export interface StreamThinking {
  readonly type: 'thinking'
  readonly text: string
}

/** A part of a streamed answer. */
export type StreamPart = StreamText | StreamThinking

/** An answer that is not a stream. */
export interface WholeParts {
  readonly parts: readonly StreamPart[]
  /** Why it has no text; null if it has. */
  readonly failure: AppError | null
}

/** The end of a stream; `redact` removes the key from other texts of the same answer. */
export interface StreamEnd {
  readonly error: AppError | null
  readonly redact: (text: string) => string
  /** Returns an error that only the caller can detect, with the request's id. */
  readonly failed: (error: AppError) => AppError
}

/**
 * Sends one request once and decodes its whole answer. Never throws, never retries.
 * Errors: `cancelled` after an abort, `timeout` without headers, `stalled` after silence, `connection_lost` for a
 * truncated body, `answer_too_large`, or the decoder's own. Every error has the request's id and no key.
 */
export async function exchange<T>(access: GatewayAccess, io: ExchangeIo, endpoint: Endpoint<T>): Promise<Result<T>> {
  const running = new RunningExchange(access, io, endpoint)
  let answer: Answer
  try {
    answer = await running.collect(await running.sendRequest())
  } catch (cause) {
    return { ok: false, error: running.error(cause) }
  } finally {
    // a received answer can no longer be cancelled or time out
    running.endExchange()
  }
  try {
    return { ok: true, value: await endpoint.decode(answer) }
  } catch (cause) {
    return { ok: false, error: running.unreadable({ ...toAppError(cause, answer.secrets), status: answer.status }) }
  }
}

/** Sends one request, once, and yields its texts as they arrive. Never throws; ends with the errors of `exchange`. */
export async function* exchangeStream(
  access: GatewayAccess,
  io: ExchangeIo,
  endpoint: StreamEndpoint,
): AsyncGenerator<StreamPart, StreamEnd, undefined> {
  const running = new RunningExchange(access, io, endpoint)
  // consecutive parts can form a key that no single event contains
  const filter = filterOf(access)
  const redact = (text: string): string => filter.withoutSecrets(text)
  const failed = (error: AppError): AppError => running.unreadable(error)
  const filters = { thinking: filter.parts(), text: filter.parts() }
  const { decoder } = endpoint
  try {
    const response = await running.sendRequest()
    for await (const { text, type } of running.parts(response, decoder)) yield* filled(type, filters[type].push(text))
    for (const { text, type } of decoder.finish()) yield* filled(type, filters[type].push(text))
    yield* heldBack(filters)
    const error = running.endedBy ?? decoder.error
    return { error: error && running.endWithError(error), redact, failed }
  } catch (cause) {
    yield* heldBack(filters)
    return { error: running.error(cause), redact, failed }
  } finally {
    running.endExchange()
  }
}

/** Yields what the filters held back as a possible beginning of a key. */
function* heldBack(filters: Readonly<Record<StreamPart['type'], PartsFilter>>): Generator<StreamPart> {
  yield* filled('thinking', filters.thinking.end())
  yield* filled('text', filters.text.end())
}

function* filled(type: StreamPart['type'], text: string): Generator<StreamPart> {
  if (text !== '') yield { type, text }
}

/** A running request with the behaviour that all endpoints share. */
class RunningExchange {
  private readonly access: GatewayAccess
  private readonly io: ExchangeIo
  private readonly request: Request
  private readonly watch: RequestWatch
  private readonly closing = new AbortController()
  private readonly record: ExchangeRecord | undefined
  private readonly filter: KeyFilter
  private readonly splitKey: SplitKeyFinder
  private requestId: string | null = null
  private failure: AppError | null = null

  constructor(access: GatewayAccess, io: ExchangeIo, request: Request) {
    this.access = access
    this.io = io
    this.request = request
    this.record = io.record?.()
    this.filter = filterOf(access)
    this.splitKey = new SplitKeyFinder(this.filter)
    this.watch = new RequestWatch(io.clock, io.deadlines ?? request.deadlines, io.signal)
  }

  /** Why Atelier ended the request; null when it did not. */
  get endedBy(): AppError | null {
    return this.watch.error
  }

  async sendRequest(): Promise<Response> {
    const { access, closing, io, request, watch } = this
    const signal = AbortSignal.any([watch.signal, closing.signal])
    const client = createClient(access, watch.over(io.fetch), this.record)
    const response = await watch.race(client.then((made) => request.send(made, signal)))
    this.requestId = requestIdOf(response.headers)
    return response
  }

  /** Receives the whole answer, and stores it before returning it. */
  async collect(response: Response): Promise<Answer> {
    const chunks: Uint8Array[] = []
    try {
      for await (const chunk of this.chunks(response)) chunks.push(chunk)
    } catch (cause) {
      await this.keepAnswer(response, await joined(chunks), false)
      throw cause
    }
    const kept = await this.keepAnswer(response, await joined(chunks), true)
    return { ...kept, headers: response.headers, secrets: [this.access.apiKey] }
  }

  /** Yields the parts of an answer. Stores an answer that is not a stream before reading it. */
  async *parts(response: Response, decoder: StreamDecoder): AsyncGenerator<StreamPart> {
    const collected: Uint8Array[] = []
    let failure: AppError | null = null
    try {
      for await (const chunk of this.chunks(response)) {
        yield* decoder.push(chunk)
        if (decoder.isStream) collected.length = 0
        else collected.push(chunk)
        if (decoder.isDone) return
      }
    } catch (cause) {
      failure = toAppError(cause, [this.access.apiKey])
    }
    if (decoder.isStream) {
      yield* decoder.flush()
      if (failure !== null) throw new AppFailure(failure)
      return
    }
    const { body, status } = await this.keepAnswer(response, await joined(collected), failure === null)
    const whole = decoder.whole(body, status, failure)
    yield* whole.parts
    if (whole.failure !== null) throw new AppFailure(whole.failure)
  }

  /** Converts `cause` into an error with the request's id and without the key. */
  error(cause: unknown): AppError {
    return this.endWithError(this.watch.error ?? toAppError(cause, [this.access.apiKey]))
  }

  /** Sets the error that ends the request. Returns it with the request's id. */
  endWithError(error: AppError): AppError {
    this.failure = this.withRequestId(error)
    return this.failure
  }

  /** Records the error of a completely received answer. Returns it with the request's id. */
  unreadable(error: AppError): AppError {
    this.record?.unreadable(error)
    return this.withRequestId(error)
  }

  endExchange(): void {
    if (this.record !== undefined && this.splitKey.endText()) this.record.withhold()
    this.record?.ended(this.failure ?? this.watch.error)
    this.watch.endWatch()
    this.closing.abort()
  }

  /** Yields the bytes of a body, within its limits on silence and size. */
  private async *chunks(response: Response): AsyncGenerator<Uint8Array> {
    const { request, watch } = this
    const reader = response.body?.getReader()
    watch.alive()
    let bytes = 0
    try {
      while (reader) {
        const next = await watch.race(reader.read())
        if (next.done) return
        watch.alive()
        bytes += next.value.byteLength
        this.recorded(next.value)
        if (bytes > request.bytesMax) fail('answer_too_large', `more than ${request.bytesMax} bytes`)
        yield next.value
      }
    } finally {
      reader?.cancel().catch(() => undefined)
    }
  }

  private withRequestId(error: AppError): AppError {
    return {
      ...error,
      // removing invisible characters can join parts of a key
      detail: this.filter.withoutSecrets(error.detail),
      gatewayMessage: error.gatewayMessage && this.filter.withoutSecrets(error.gatewayMessage),
      requestId: error.requestId ?? this.requestId,
    }
  }

  private recorded(bytes: Uint8Array): void {
    if (this.record === undefined) return
    this.record.received(bytes)
    if (this.splitKey.push(bytes)) this.record.withhold()
  }

  private async keepAnswer({ headers, status }: Response, body: Uint8Array, whole: boolean): Promise<RawAnswer> {
    const kept = { status, contentType: headers.get('content-type') ?? '', body, whole }
    if (body.byteLength > 0) await this.io.keepAnswer?.(kept)
    return kept
  }
}

/** Returns the text of a whole answer. Throws an AppFailure `empty_answer` when there is none. */
export function answerTextOf({ body }: Answer): string {
  const text = new TextDecoder().decode(body)
  if (text.trim() === '') throw new AppFailure(appError('empty_answer', 'the answer was empty'))
  return text
}

/** Bytes copied before yielding to the event loop. */
const joinedAtOnce = 8 * 1024 * 1024

/** Joins the parts into one buffer of its own. */
async function joined(chunks: readonly Uint8Array[]): Promise<Uint8Array> {
  const body = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0))
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
