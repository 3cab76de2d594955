import { createHash, randomUUID } from 'node:crypto'
import { type AppError, fail } from '../../../shared/errors.ts'
import type { GatewayRequest, GatewayRequestSummary } from '../../../shared/gateway-request.ts'
import { gotTextMax, type RequestKind, requestsMax } from '../../../shared/request-limits.ts'
import type { ExchangeRecord, SentRequest } from '../../gateway/exchange-record.ts'
import type { Clock, EventSink } from '../../platform.ts'
import { withoutMedia } from './answer-media.ts'

/** Maximum length of the text of all kept requests, in UTF-16 units; the oldest are dropped first. */
const allTextMax = 24_000_000
/** Maximum number of parts of one answer that have their own time. */
const partsMax = 4_000
/** Replaces a body that contained the key in parts. */
const withheldNote = '[left out: the key stood in it, in parts]'

/** Subject of a request. */
export interface RequestSubject {
  readonly kind: RequestKind
  /** Id of the message or job. */
  readonly itemId: string
  readonly model: string
}

export interface RequestLogParts {
  readonly clock: Pick<Clock, 'now'>
  readonly events: EventSink
}

/** Keeps requests after the end of the app. */
export interface Shelf {
  keepRequest(request: GatewayRequest): void
  drop(id: string): void
  clear(): void
}

interface Entry extends Omit<GatewayRequest, 'parts'> {
  readonly parts: { readonly at: number; text: string }[]
  /** Length of all its texts. */
  length: number
}

type Mutable = { -readonly [K in keyof Entry]: Entry[K] }

/** The latest requests to gateways with their answers: in memory, and on a shelf if there is one. Holds no key. */
export class RequestLog {
  private readonly parts: RequestLogParts
  /** The requests in memory, oldest first. */
  private entries: Mutable[] = []
  private shelf: Shelf | null = null

  constructor(parts: RequestLogParts) {
    this.parts = parts
  }

  /** Begins records of exchanges about an item. */
  about(subject: RequestSubject): () => ExchangeRecord {
    return () => this.beginEntry(subject)
  }

  listRequests(): readonly GatewayRequestSummary[] {
    return this.entries.toReversed().map(summaryOf)
  }

  get({ id }: { readonly id: string }): GatewayRequest {
    return requestOf(this.entries.find((one) => one.id === id) ?? fail('not_found', 'not kept any more'))
  }

  /** Forgets all requests. Running requests are no longer recorded. */
  clear(): null {
    this.entries = []
    this.shelf?.clear()
    this.emitRequestsChanged()
    return null
  }

  /** Stores all requests on a shelf from now on. Null removes them from the current one. */
  keepOn(shelf: Shelf | null): void {
    if (shelf === null) this.shelf?.clear()
    this.shelf = shelf
    for (const entry of this.entries) shelf?.keepRequest(requestOf(entry))
  }

  /** Adds requests of earlier runs, oldest first. A request without an end was cut off when the app ended. */
  takeIn(earlier: readonly GatewayRequest[]): void {
    const known = new Set(this.entries.map(({ id }) => id))
    const old = earlier.filter(({ id }) => !known.has(id)).map(entryOf)
    this.entries = [...old, ...this.entries]
    this.bound()
    this.emitRequestsChanged()
  }

  private beginEntry(subject: RequestSubject): ExchangeRecord {
    const { clock } = this.parts
    const entry: Mutable = {
      ...{ id: randomUUID(), ...subject, method: '', url: '', at: clock.now(), requestId: null, error: null },
      ...{ status: null, headersMs: null, firstByteMs: null, endMs: null, bytes: 0, hash: null, isCut: false },
      ...{ sentHeaders: [], body: { kind: 'none' }, gotHeaders: [], parts: [], length: 0 },
    }
    const hash = createHash('sha256')
    const decoder = new TextDecoder()
    // the clock may be set back meanwhile
    const since = (): number => Math.max(0, clock.now() - entry.at)
    let isOver = false
    let isWithheld = false
    let room = gotTextMax
    const heard = (text: string): void => {
      if (isWithheld) return
      const kept = text.slice(0, room)
      room -= kept.length
      if (kept.length < text.length) entry.isCut = true
      if (kept !== '') this.appendText(entry, kept, since())
    }
    return {
      sent: (request) => {
        this.addEntry(entry, request)
        void request.body.then((body) => {
          entry.body = body
          this.grew(entry, lengthOf(body))
          this.keepEntry(entry)
        })
      },
      answered: ({ headers, requestId, status }) => {
        const gotHeaders = headers.map(([name, value]): [string, string] => [name, value])
        Object.assign(entry, { status, requestId, gotHeaders, headersMs: since() })
        this.emitRequestsChanged()
      },
      received: (bytes) => {
        if (isOver) return
        entry.firstByteMs ??= since()
        entry.bytes += bytes.byteLength
        hash.update(bytes)
        heard(decoder.decode(bytes, { stream: true }))
      },
      withhold: () => {
        if (isOver || isWithheld) return
        isWithheld = true
        this.withhold(entry, since())
      },
      ended: (error) => {
        if (isOver) return
        isOver = true
        heard(decoder.decode())
        // if a body can be guessed except for the key, its hash would show whether a guess of the key is right
        this.endEntry(entry, isWithheld ? null : hash.digest('hex'), error, since())
      },
      unreadable: ({ code }) => {
        entry.error = code
        this.keepEntry(entry)
        this.emitRequestsChanged()
      },
    }
  }

  private addEntry(entry: Mutable, { headers, method, url }: SentRequest): void {
    // a video is checked many times: its last check shows everything
    const isCheck = method === 'GET'
    const old = this.entries.filter(
      (one) => isCheck && one.method === 'GET' && one.itemId === entry.itemId && one.status === 200,
    )
    for (const one of old) this.shelf?.drop(one.id)
    this.entries = this.entries.filter((one) => !old.includes(one))
    const sentHeaders = headers.map(([name, value]): [string, string] => [name, value])
    Object.assign(entry, { method, url, sentHeaders })
    this.entries.push(entry)
    this.bound()
    this.emitRequestsChanged()
  }

  private appendText(entry: Mutable, text: string, at: number): void {
    const last = entry.parts.at(-1)
    if (last !== undefined && (last.at === at || entry.parts.length >= partsMax)) last.text += text
    else entry.parts.push({ at, text })
    this.grew(entry, text.length)
  }

  private withhold(entry: Mutable, at: number): void {
    entry.parts.splice(0, entry.parts.length, { at: entry.firstByteMs ?? at, text: withheldNote })
    entry.isCut = true
    entry.length = lengthOf(entry.body) + withheldNote.length
    // the state that was kept before contained the key
    this.keepEntry(entry)
  }

  private endEntry(entry: Mutable, hash: string | null, error: AppError | null, at: number): void {
    Object.assign(entry, { hash, endMs: at, error: error?.code ?? null })
    const type = entry.gotHeaders.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
    if (!type.startsWith('text/event-stream') && entry.parts.length > 0) {
      // an answer in one piece may hold pictures, over many parts
      const { isCut, text } = withoutMedia(entry.parts.map((part) => part.text).join(''))
      entry.parts.splice(0, entry.parts.length, { at: entry.firstByteMs ?? at, text })
      entry.isCut ||= isCut
      entry.length = lengthOf(entry.body) + text.length
    }
    this.keepEntry(entry)
    this.emitRequestsChanged()
  }

  private keepEntry(entry: Mutable): void {
    if (this.shelf !== null && this.entries.includes(entry)) this.shelf.keepRequest(requestOf(entry))
  }

  private grew(entry: Mutable, by: number): void {
    entry.length += by
    this.bound()
  }

  private bound(): void {
    let sum = this.entries.reduce((all, { length }) => all + length, 0)
    // the newest one stays whatever its length: its own bounds hold
    while (this.entries.length > requestsMax || (sum > allTextMax && this.entries.length > 1)) {
      const oldest = this.entries.shift()
      sum -= oldest?.length ?? 0
      if (oldest !== undefined) this.shelf?.drop(oldest.id)
    }
  }

  private emitRequestsChanged(): void {
    this.parts.events.emit('requests.changed', {})
  }
}

function requestOf({ length: _, ...entry }: Entry): GatewayRequest {
  return { ...entry, parts: entry.parts.map((part) => ({ ...part })) }
}

function entryOf(request: GatewayRequest): Mutable {
  const parts = request.parts.map((part) => ({ ...part }))
  const length = lengthOf(request.body) + parts.reduce((sum, { text }) => sum + text.length, 0)
  return { ...request, parts, length, error: request.endMs === null ? (request.error ?? 'app_closed') : request.error }
}

function summaryOf(entry: Entry): GatewayRequestSummary {
  const { at, bytes, endMs, error, firstByteMs, headersMs, id, itemId, kind, method, model, status, url } = entry
  return { at, bytes, endMs, error, firstByteMs, headersMs, id, itemId, kind, method, model, status, url }
}

function lengthOf(body: GatewayRequest['body']): number {
  switch (body.kind) {
    case 'none':
      return 0
    case 'text':
      return body.text.length
    case 'form':
      return body.fields.reduce((sum, field) => sum + (field.kind === 'text' ? field.value.length : 200), 0)
  }
}
