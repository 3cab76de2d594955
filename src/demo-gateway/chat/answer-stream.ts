import { performance } from 'node:perf_hooks'
import { type Incident, incidentsOf } from '../faults/incidents.ts'
import type { Exchange } from '../http/exchange.ts'
import { breathe, pause } from '../http/pause.ts'
import { createEventWriter, type EventWriter } from './event-writer.ts'
import type { Usage } from './tokens.ts'

/** How a stream format encodes its parts as event data. */
export interface ChunkFormat {
  /** The events before the first token. */
  readonly opening: readonly string[]
  token(text: string): string
  finish(reason: string): string
  usage(usage: Usage): string
  /** Chunks without text, for the fault `empty-deltas`. */
  readonly hollow: readonly string[]
}

export interface StreamedAnswer {
  readonly tokens: readonly string[]
  /** Data of events before the tokens, sent one by one at the same pace: the model's thinking. */
  readonly thoughts?: readonly string[]
  /** Data of events after the tokens, sent one by one at the same pace: the pieces of tool calls. */
  readonly pieces?: readonly string[]
  readonly finishReason: string
  /** True if `[DONE]` ends the stream; absent means yes. */
  readonly hasDoneLine?: boolean
  /** Sent after the finish chunk; undefined sends none. */
  readonly usage: Usage | undefined
  readonly format: ChunkFormat
  /** The pace unless a fault sets another. */
  readonly tokensPerSecond: number
}

/** Maximum number of tokens in one write when the pace is unlimited. */
const batchSize = 64

/** Streams an answer as server-sent events, with the faults of the request. */
export async function streamAnswer(exchange: Exchange, answer: StreamedAnswer): Promise<void> {
  const { faults } = exchange
  const writer = createEventWriter(exchange)
  await writer.begin()
  await writer.send(answer.format.opening, '')
  if (faults.has('first-token')) await pause(faults.number('first-token', 'ms') ?? 1000, exchange.signal)
  if ((await sendTokens(exchange, answer, writer)) === 'over') return
  const filtered = faults.has('content-filter') ? 'content_filter' : undefined
  if (!faults.has('no-finish')) await writer.send([answer.format.finish(filtered ?? answer.finishReason)], '')
  if (answer.usage) await writer.send([answer.format.usage(answer.usage)], '')
  if (!faults.has('no-done') && answer.hasDoneLine !== false) await writer.send(['[DONE]'], '')
  await writer.end()
}

async function sendTokens(exchange: Exchange, answer: StreamedAnswer, writer: EventWriter): Promise<'go on' | 'over'> {
  const { faults, signal } = exchange
  const texts = faults.has('content-filter')
    ? answer.tokens.slice(0, faults.number('content-filter', 'after') ?? 10)
    : answer.tokens
  const units = [
    ...(answer.thoughts ?? []).map((thought) => ({ text: '', events: [thought] })),
    ...texts.map((text, index) => ({ text, events: withHollow(exchange, answer.format, text, index) })),
    ...(faults.has('content-filter') ? [] : (answer.pieces ?? [])).map((piece) => ({ text: '', events: [piece] })),
  ]
  const incidents = [...incidentsOf(exchange), ...streamIncidents(exchange, writer)].toSorted(
    (one, other) => one.after - other.after,
  )
  const rate = paceOf(exchange, answer.tokensPerSecond)
  let begun = performance.now()
  let sent = 0
  while (sent < units.length) {
    const incident = incidents[0]
    if (incident && sent >= incident.after) {
      incidents.shift()
      await writer.flush()
      const before = performance.now()
      if ((await incident.happen()) === 'over') return 'over'
      begun += performance.now() - before
      continue
    }
    const due = dueTokens(rate, performance.now() - begun, sent)
    const until = Math.min(due, units.length, incident?.after ?? units.length)
    if (until <= sent) {
      await pause(Math.max(1, (sent / rate) * 1000 - (performance.now() - begun)), signal)
      continue
    }
    const batch = units.slice(sent, until)
    await writer.send(
      batch.flatMap(({ events }) => events),
      batch.map(({ text }) => text).join(''),
    )
    sent = until
    if (rate === Number.POSITIVE_INFINITY) await breathe(signal)
  }
  return 'go on'
}

function paceOf(exchange: Exchange, usual: number): number {
  if (!exchange.faults.has('pace')) return usual
  return (exchange.faults.number('pace', 'tokens') ?? 20) || Number.POSITIVE_INFINITY
}

function dueTokens(rate: number, elapsedMs: number, sent: number): number {
  return rate === Number.POSITIVE_INFINITY ? sent + batchSize : Math.floor((elapsedMs / 1000) * rate) + 1
}

function withHollow(exchange: Exchange, format: ChunkFormat, token: string, index: number): string[] {
  const event = format.token(token)
  const hollow = exchange.faults.has('empty-deltas') ? format.hollow[index % format.hollow.length] : undefined
  return hollow === undefined ? [event] : [hollow, event]
}

function streamIncidents(exchange: Exchange, writer: EventWriter): Incident[] {
  const { faults, record } = exchange
  const incidents: Incident[] = []
  if (faults.has('stream-error')) {
    const message = faults.textParam('stream-error', 'message') ?? 'The model stopped unexpectedly.'
    const code = faults.textParam('stream-error', 'code') ?? 'server_error'
    const error =
      faults.textParam('stream-error', 'shape') === 'string'
        ? message
        : { message, type: 'server_error', code, param: null }
    incidents.push({
      name: 'stream-error',
      after: faults.number('stream-error', 'after') ?? 10,
      async happen() {
        await writer.send([JSON.stringify({ error })], '')
        if (faults.textParam('stream-error', 'continue') === 'true') return 'go on'
        record.outcome = 'closed-early'
        await writer.end()
        return 'over'
      },
    })
  }
  if (faults.has('bad-chunk')) {
    incidents.push({
      name: 'bad-chunk',
      after: faults.number('bad-chunk', 'after') ?? 10,
      async happen() {
        await writer.send(['{"id":"chatcmpl-cut","choices":[{"index":0,"delta":{"cont'], '')
        return 'go on'
      },
    })
  }
  return incidents
}
