import { setImmediate } from 'node:timers/promises'
import type OpenAI from 'openai'
import { type AppError, AppFailure, appError, fail } from '../../shared/errors.ts'
import type { Result } from '../../shared/ipc/result.ts'
import type { Clock, Fetch } from '../platform.ts'
import { createClient, type GatewayAccess } from './client.ts'
import { requestIdOf, toAppError } from './errors.ts'
import { KeyFilter } from './key-filter.ts'
import { type Deadlines, RequestWatch } from './request-watch.ts'

/** The body of an answer as it came, with the key cut out. */
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
  /** Secrets that no decoder's error may repeat. */
  readonly secrets: readonly string[]
}

/** Requirements of a request. */
export interface ExchangeIo {
  readonly fetch: Fetch
  readonly clock: Clock
  /** Aborting it ends the request as `cancelled`. */
  readonly signal: AbortSignal
  /** Instead of the endpoint's own. */
  readonly deadlines?: Deadlines
  /** Keeps the body of a success before anyone reads it, also where it broke off. Must not reject. */
  readonly keep?: (answer: RawAnswer) => Promise<void>
}

interface Request {
  readonly deadlines: Deadlines
  /** Size limit of the answer, in bytes. */
  readonly bytesMax: number
  readonly send: (client: OpenAI, signal: AbortSignal) => Promise<Response>
}

/** One endpoint of the gateway: its request, the request's bounds, and the decoder of its answer. */
export interface Endpoint<T> extends Request {
  /** Reads a whole answer. Throws an AppFailure for one that does not hold what was asked for. */
  readonly decode: (answer: Answer) => T | Promise<T>
}

/** An endpoint whose answer is shown while it comes. */
export interface StreamEndpoint extends Request {
  readonly decoder: StreamDecoder
}

/** Reads the text of one answer while it comes. */
export interface StreamDecoder {
  /** Whether the answer is a stream; until that is known its body is collected. */
  readonly isStream: boolean
  /** Whether the stream has said that nothing more will come. */
  readonly isDone: boolean
  /** Takes the next bytes; gives the texts that they add. */
  push(bytes: Uint8Array): Iterable<string>
  /** Gives the texts of an event that the end of the stream completes, also of one that broke off. */
  flush(): Iterable<string>
  /** Reads an answer that is no stream; `failure` says why it broke off. Throws an AppFailure where it has no text. */
  whole(body: Uint8Array, status: number, failure: AppError | null): string
  /** Gives the text that only the end makes known. */
  finish(): string
  /** Why an answer that came to its end is not complete; null where it is. */
  readonly error: AppError | null
}

/** A part of the text of a stream. */
export interface StreamText {
  readonly type: 'text'
  readonly text: string
}

/** The end of a stream; `redact` cuts the key out of other texts of the same answer. */
export interface StreamEnd {
  readonly error: AppError | null
  readonly redact: (text: string) => string
}

/**
 * Sends one request once and decodes its whole answer. Never throws, never retries. Errors: `cancelled` after an abort,
 * `timeout` without headers, `stalled` after silence, `connection_lost` for a truncated body, `answer_too_large`, or
 * the decoder's own. Every error has the request's id and no key.
 */
export async function exchange<T>(access: GatewayAccess, io: ExchangeIo, endpoint: Endpoint<T>): Promise<Result<T>> {
  const running = new RunningExchange(access, io, endpoint)
  let answer: Answer
  try {
    answer = await running.collect(await running.send())
  } catch (cause) {
    return { ok: false, error: running.error(cause) }
  } finally {
    // an answer that is here is not cancelled and not late any more
    running.end()
  }
  try {
    return { ok: true, value: await endpoint.decode(answer) }
  } catch (cause) {
    return { ok: false, error: running.named({ ...toAppError(cause, answer.secrets), status: answer.status }) }
  }
}

/** Sends one request, once, and yields its texts while they come. Never throws; ends as `exchange` does. */
export async function* exchangeStream(
  access: GatewayAccess,
  io: ExchangeIo,
  endpoint: StreamEndpoint,
): AsyncGenerator<StreamText, StreamEnd, undefined> {
  const running = new RunningExchange(access, io, endpoint)
  // the parts of a text can hold a key that no event holds
  const filter = new KeyFilter(access.apiKey)
  const redact = (text: string): string => filter.text(text)
  const shown = filter.parts()
  const { decoder } = endpoint
  try {
    const response = await running.send()
    for await (const said of running.texts(response, decoder)) {
      const text = shown.push(said)
      if (text !== '') yield { type: 'text', text }
    }
    const last = shown.push(decoder.finish()) + shown.end()
    if (last !== '') yield { type: 'text', text: last }
    const error = running.endedBy ?? decoder.error
    return { error: error && running.named(error), redact }
  } catch (cause) {
    const last = shown.end()
    if (last !== '') yield { type: 'text', text: last }
    return { error: running.error(cause), redact }
  } finally {
    running.end()
  }
}

/** A request under way, with everything that is the same for all endpoints. */
class RunningExchange {
  private readonly access: GatewayAccess
  private readonly io: ExchangeIo
  private readonly request: Request
  private readonly watch: RequestWatch
  private readonly closing = new AbortController()
  private requestId: string | null = null

  constructor(access: GatewayAccess, io: ExchangeIo, request: Request) {
    this.access = access
    this.io = io
    this.request = request
    this.watch = new RequestWatch(io.clock, io.deadlines ?? request.deadlines, io.signal)
  }

  /** Why the request was ended from here; null where it was not. */
  get endedBy(): AppError | null {
    return this.watch.error
  }

  async send(): Promise<Response> {
    const { access, closing, io, request, watch } = this
    const signal = AbortSignal.any([watch.signal, closing.signal])
    const response = await watch.race(request.send(createClient(access, watch.over(io.fetch)), signal))
    this.requestId = requestIdOf(response.headers)
    return response
  }

  /** The whole answer, kept before it is given. */
  async collect(response: Response): Promise<Answer> {
    const chunks: Uint8Array[] = []
    try {
      for await (const chunk of this.chunks(response)) chunks.push(chunk)
    } catch (cause) {
      await this.keep(response, await joined(chunks), false)
      throw cause
    }
    const kept = await this.keep(response, await joined(chunks), true)
    return { ...kept, headers: response.headers, secrets: [this.access.apiKey] }
  }

  /** The texts of an answer; one that is no stream is kept before it is read. */
  async *texts(response: Response, decoder: StreamDecoder): AsyncGenerator<string> {
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
    const { body, status } = await this.keep(response, await joined(collected), failure === null)
    yield decoder.whole(body, status, failure)
  }

  /** Converts `cause` into an error with the request's id and without the key. */
  error(cause: unknown): AppError {
    return this.named(this.watch.error ?? toAppError(cause, [this.access.apiKey]))
  }

  named(error: AppError): AppError {
    return { ...error, requestId: error.requestId ?? this.requestId }
  }

  end(): void {
    this.watch.end()
    this.closing.abort()
  }

  /** The bytes of a body, within its bounds on silence and size. */
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
        if (bytes > request.bytesMax) fail('answer_too_large', `more than ${request.bytesMax} bytes`)
        yield next.value
      }
    } finally {
      reader?.cancel().catch(() => undefined)
    }
  }

  private async keep({ headers, status }: Response, body: Uint8Array, whole: boolean): Promise<RawAnswer> {
    const kept = { status, contentType: headers.get('content-type') ?? '', body, whole }
    if (body.byteLength > 0) await this.io.keep?.(kept)
    return kept
  }
}

/** The text of a whole answer. Throws an AppFailure `empty_answer` where there is none. */
export function textOf({ body }: Answer): string {
  const text = new TextDecoder().decode(body)
  if (text.trim() === '') throw new AppFailure(appError('empty_answer', 'the answer was empty'))
  return text
}

/** How much is copied before everything else has its turn, in bytes. */
const joinedAtOnce = 8 * 1024 * 1024

/** The parts as one, with its memory for itself. */
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
