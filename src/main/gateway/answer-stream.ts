import type OpenAI from 'openai'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { answerEnd } from '../../shared/answer-end.ts'
import type { Usage } from '../../shared/chat.ts'
import { type AppError, appError } from '../../shared/errors.ts'
import { AnswerDecoder, type DecodedAnswer } from './answer-decoder.ts'
import type { AnswerSources } from './answer-sources.ts'
import type { Unused } from './chat-answer.ts'
import type { ChatPictures } from './chat-pictures.ts'
import type { GatewayAccess } from './client.ts'
import { type ExchangeIo, exchangeStream, type StreamEnd, type StreamPart } from './exchange.ts'
import { InlinePictures } from './inline-pictures.ts'
import { type Fields, isFields } from './liberal-fields.ts'
import { OneThought } from './one-thought.ts'
import { PrivateMarks } from './private-marks.ts'
import { type TaggedPart, ThinkingTags } from './thinking-tags.ts'
import type { RequestedCall } from './tool-calls.ts'

/** One message in the gateway's form. */
export type ChatTurn = ChatCompletionMessageParam

/** Events of a request: any number of texts, then exactly one end. */
export type ChatDelta = StreamPart | { readonly type: 'end'; readonly end: ChatEnd }

export interface ChatEnd {
  /** Why the answer is incomplete; null when it is complete, `cancelled` when the signal was aborted. */
  readonly error: AppError | null
  readonly finishReason: string | null
  readonly usage: Usage | null
  /** Tool calls that the model requests; absent if there are none, or the answer is incomplete. */
  readonly calls?: readonly RequestedCall[]
  /** Fields to be sent back unchanged along with the calls. */
  readonly replay?: Fields
  /** True if an answer was cut off after tool calls had begun. It is charged like text. */
  readonly hasLostCalls?: true
  /** True if a complete answer says nothing, calls nothing, and has the error `empty_answer`. It is paid for. */
  readonly isSilent?: true
  /** Pictures that the model generated; absent if there are none. */
  readonly pictures?: readonly Uint8Array[]
  /** Leftovers besides the text, and the number of unreadable events; absent if everything is shown. */
  readonly besides?: { readonly unused: readonly Unused[]; readonly skipped: number }
}

export interface ChatIo extends Omit<ExchangeIo, 'deadlines'> {
  /** Longest wait for the headers of an answer, in ms; thinking models answer late. */
  readonly headersMs?: number
}

/**
 * Size limit of one answer, in bytes. It is far beyond any model's output and bounds memory against a broken gateway.
 */
const answerBytesMax = 64 * 1024 * 1024

/** A stream sends headers at once; a whole answer sends them when it is complete. */
const streamHeadersMs = 5 * 60_000
const wholeHeadersMs = 10 * 60_000

/** An answer of text that may call tools, as an endpoint puts it together. */
export interface CallingAnswer extends DecodedAnswer {
  /** The calls of tools that the answer asks for. */
  readonly calls: { readonly isEmpty: boolean; calls(): readonly RequestedCall[] }
  /** The pages that the answer names. */
  readonly sources: AnswerSources
  /** Pictures received so far. */
  readonly pictures: ChatPictures
  /** True if any piece of a call has arrived. */
  readonly hasCallPieces: boolean
  /** Fields to be sent back unchanged along with the calls. */
  readonly replay: Fields
  /** All parts that are not shown, uncut. */
  readonly unused: readonly Unused[]
}

/** A request for an answer of text. */
export interface TextRequest {
  readonly stream: boolean
  /** Silence after which a started answer counts as stalled, in ms. */
  readonly stallMs: number
  readonly send: (client: OpenAI, signal: AbortSignal) => Promise<Response>
  /** Reads the answer's events. */
  readonly answer: CallingAnswer
  /** True if a leading `<think>…</think>` is the model's thinking; absent means yes. */
  readonly hasTags?: boolean
}

/**
 * Sends one request for text, once, and yields its answer. Never throws and never retries: the last item is the end,
 * with any error. Aborting `io.signal` closes the connection.
 */
export async function* streamAnswer(
  access: GatewayAccess,
  io: ChatIo,
  { answer, hasTags = true, send, stallMs, stream }: TextRequest,
): AsyncGenerator<ChatDelta, void, undefined> {
  const headersMs = io.headersMs ?? (stream ? streamHeadersMs : wholeHeadersMs)
  const parts = exchangeStream(access, io, {
    deadlines: { headersMs, silenceMs: stallMs, totalMs: null },
    bytesMax: answerBytesMax,
    send,
    decoder: new AnswerDecoder(answer),
  })
  const inline: string[] = []
  const ended: StreamEnd & { readonly isSilent?: boolean } = yield* hasTags
    ? separated(parts, inline, () => answerEnd(answer.finishReason) === 'whole' && answer.calls.isEmpty)
    : parts
  const { redact } = ended
  const { pictures } = answer
  for (const data of inline) pictures.addPicture(data)
  // a link is inserted as Markdown: like any picture in an answer, it loads only on a click
  if (pictures.links.length > 0)
    yield { type: 'text', text: pictures.links.map((link) => `\n\n![](${redact(link)})`).join('') }
  // source markers refer to the text, so the sources are stored, exported and searched with it
  const isWhole = ended.error === null && answer.calls.isEmpty && answerEnd(answer.finishReason) === 'whole'
  const sources = isWhole && ended.isSilent === false ? answer.sources.markdown : ''
  if (sources !== '') yield { type: 'text', text: redact(sources) }
  const saysNothing = ended.isSilent === true && answer.unused.length === 0 && pictures.isEmpty
  const isSilent = saysNothing && isWhole
  const error = isSilent ? ended.failed(appError('empty_answer', 'an answer without text')) : ended.error
  const { finishReason, skipped, usage } = answer
  const hasCalls = error === null && !answer.calls.isEmpty
  const calls = hasCalls
    ? { calls: answer.calls.calls().map((call) => redactedCall(call, redact)), replay: redacted(answer.replay, redact) }
    : {}
  // calls of a cut-off answer are not run; they are kept with the other unused parts
  const lost = hasCalls || answer.calls.isEmpty ? [] : [callsLeftOver(answer.calls.calls())]
  const silence: readonly Unused[] = isSilent && answer.silence !== '' ? [{ what: 'text', text: answer.silence }] : []
  const unread = pictures.unread.map((text): Unused => ({ what: 'item', text }))
  const unused = [...answer.unused, ...lost, ...unread, ...silence].map(
    ({ what, text }): Unused => ({ what, text: redact(text) }),
  )
  const besides = unused.length > 0 ? { besides: { unused, skipped } } : {}
  const broken = error !== null && answer.hasCallPieces ? { hasLostCalls: true as const } : {}
  const painted = pictures.bytes.length === 0 ? {} : { pictures: pictures.bytes }
  const silent = isSilent ? { isSilent: true as const } : {}
  yield { type: 'end', end: { error, finishReason, usage, ...calls, ...broken, ...silent, ...painted, ...besides } }
}

/**
 * Yields a leading thought as thinking instead of text. A thought that a complete answer never closes is yielded as
 * text too: some models forget the closing tag, and the answer must not disappear in a folded block.
 */
async function* separated(
  parts: AsyncGenerator<StreamPart, StreamEnd, undefined>,
  inline: string[],
  isComplete: () => boolean,
): AsyncGenerator<StreamPart, StreamEnd & { readonly isSilent: boolean }, undefined> {
  const tags = new ThinkingTags()
  const thought = new OneThought()
  const said = new SaidText()
  const pictures = new InlinePictures((data) => void inline.push(data))
  const marks = { text: new PrivateMarks(), thinking: new PrivateMarks() }
  const tagged = ({ text, thinking }: TaggedPart) =>
    partsOf({
      text: said.push(pictures.push(marks.text.push(text))),
      thinking: thought.push('tags', marks.thinking.push(thinking)),
    })
  try {
    for (;;) {
      const next = await parts.next()
      if (next.done) {
        yield* tagged(tags.end())
        yield* partsOf({
          thinking: thought.push('tags', marks.thinking.end()),
          text: said.push(pictures.push(marks.text.end()) + pictures.end()),
        })
        if (next.value.error === null && isComplete())
          yield* partsOf({ thinking: '', text: said.push(marks.text.push(tags.unended.trim())) })
        return { ...next.value, isSilent: next.value.error === null && said.isEmpty }
      }
      const { text, type } = next.value
      yield* type === 'text' ? tagged(tags.push(text)) : partsOf({ text: '', thinking: thought.push('field', text) })
    }
  } finally {
    await parts.return({ error: null, redact: (text) => text, failed: (error) => error })
  }
}

/** Holds back leading white space: an answer of white space alone counts as empty. */
class SaidText {
  isEmpty = true
  private held = ''

  push(text: string): string {
    if (!this.isEmpty) return text
    this.held += text
    if (this.held.trim() === '') return ''
    this.isEmpty = false
    return this.held
  }
}

function* partsOf({ text, thinking }: TaggedPart): Generator<StreamPart> {
  if (thinking !== '') yield { type: 'thinking', text: thinking }
  if (text !== '') yield { type: 'text', text }
}

function callsLeftOver(calls: readonly RequestedCall[]): Unused {
  return { what: 'text', text: `tool_calls: ${JSON.stringify(calls)}` }
}

/** Removes the gateway's key from a call. It can arrive in pieces that no filter of single events finds. */
function redactedCall(call: RequestedCall, redact: (text: string) => string): RequestedCall {
  return { ...call, name: redact(call.name), arguments: redact(call.arguments) }
}

function redacted(fields: Fields, redact: (text: string) => string): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, redactedValue(value, redact)]))
}

function redactedValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  // the depth is bounded by `readLiberalJson`
  if (Array.isArray(value)) return value.map((item) => redactedValue(item, redact))
  return isFields(value) ? redacted(value, redact) : value
}
