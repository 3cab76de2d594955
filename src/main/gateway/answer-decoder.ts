import { type AppError, appError } from '../../shared/errors.ts'
import { noReason, notAGateway } from './errors.ts'
import { beginsAsEvents, EventLines, type StreamEvent } from './event-lines.ts'
import type { StreamDecoder, StreamPart, WholeParts } from './exchange.ts'
import type { JsonAnswer } from './json-answer.ts'

/** The content of one endpoint's answer, assembled from its events. */
export interface DecodedAnswer extends JsonAnswer {
  /** True if the answer is complete, so that later events are ignored. */
  readonly isOver: boolean
  /** Returns the text that was held back when the stream ended, even if it was cut off. */
  flush(): string
  /** Returns the text that is known only once the answer has ended. */
  endAnswer(): string
}

/** Detects from its beginning whether an answer is an event stream or a whole body, and reads either. */
export class AnswerDecoder implements StreamDecoder {
  private readonly answer: DecodedAnswer
  private readonly utf8 = new TextDecoder()
  private begun = ''
  private lines: EventLines | null = null

  constructor(answer: DecodedAnswer) {
    this.answer = answer
  }

  get isStream(): boolean {
    return this.lines !== null
  }

  get isDone(): boolean {
    return this.answer.isOver
  }

  get error(): AppError | null {
    return this.answer.error ?? incompleteness(this.answer)
  }

  push(bytes: Uint8Array): readonly StreamPart[] {
    const text = this.utf8.decode(bytes, { stream: true })
    if (this.lines !== null) return this.partsOfEvents(this.lines.push(text))
    this.begun = this.begun.length < 200 ? this.begun + text : this.begun
    if (!beginsAsEvents(this.begun)) return []
    this.lines = new EventLines()
    return this.partsOfEvents(this.lines.push(this.begun))
  }

  flush(): readonly StreamPart[] {
    if (this.lines === null) return []
    const parts = this.partsOfEvents([...this.lines.push(this.utf8.decode()), ...this.lines.endLines()])
    return [...parts, ...this.partsWith(this.answer.flush())]
  }

  whole(body: Uint8Array, status: number, failure: AppError | null): WholeParts {
    const { answer } = this
    const text = new TextDecoder().decode(body)
    const said = text.trim() === '' ? false : answer.body(text)
    const parts = this.partsWith(said === false ? '' : said.text)
    if (failure !== null) {
      // the received part of a cut answer is still shown
      if (said === false || said.text === '') return { parts, failure }
      answer.error ??= appError('cut_short', `the answer broke off: ${failure.code}`)
      return { parts, failure: null }
    }
    if (text.trim() === '') return { parts, failure: appError('empty_answer', 'the answer was empty', { status }) }
    if (said === false) return { parts, failure: { ...notAGateway(text, 'JSON without an answer'), status } }
    if (answer.error === null && answer.finishReason === null) {
      if (!answer.sawDone) answer.error = appError('cut_short', 'the answer ends in the middle', { status })
      else if (said.text === '' && answer.isEmpty)
        answer.error = appError('empty_answer', 'an answer without text', { status })
    }
    return { parts, failure: null }
  }

  finish(): readonly StreamPart[] {
    return this.partsWith(this.answer.error === null ? this.answer.endAnswer() : '')
  }

  /** Reads events until the answer is over. An event's thinking comes before its text. */
  private partsOfEvents(events: readonly StreamEvent[]): readonly StreamPart[] {
    const parts: Mutable<StreamPart>[] = []
    for (const event of events) {
      const text = this.answer.event(event)
      append(parts, 'thinking', this.answer.takeThinking())
      append(parts, 'text', text)
      if (this.isDone) break
    }
    return parts
  }

  /** Returns the thinking that was not taken yet, then a text. */
  private partsWith(text: string): readonly StreamPart[] {
    const parts: Mutable<StreamPart>[] = []
    append(parts, 'thinking', this.answer.takeThinking())
    append(parts, 'text', text)
    return parts
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Appends a text to the last part, or as a part of its own if that one has another type. */
function append(parts: Mutable<StreamPart>[], type: StreamPart['type'], text: string): void {
  if (text === '') return
  const last = parts.at(-1)
  if (last?.type === type) last.text += text
  else parts.push({ type, text })
}

/** Returns why an answer that reached its end is incomplete; null when it is complete. */
function incompleteness(answer: JsonAnswer): AppError | null {
  if (answer.finishReason?.toLowerCase() === 'error') return appError('stream_error', noReason)
  if (answer.finishReason !== null) return null
  if (answer.sawDone && !answer.isEmpty) return null
  if (answer.chunks === 0) {
    if (answer.sawDone && answer.skipped === 0) return null
    return appError('empty_answer', answer.skipped > 0 ? 'no event could be read' : 'the stream ended without an event')
  }
  return answer.sawDone ? null : appError('cut_short', 'the stream ended before the answer did')
}
