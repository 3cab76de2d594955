import type { SharedFrame } from './shared-frame.ts'

interface Delta {
  readonly at: number
  readonly t: string
}

/**
 * Applies a delta at its position in an append-only text. Repeats and overlaps add only the new part. `gap`: earlier
 * text is missing, so the text must be read again.
 */
export function appendDelta(text: string, delta: Delta): { readonly text: string; readonly gap: boolean } {
  const { at, t } = delta
  if (at > text.length) return { text, gap: true }
  // the usual case without slicing, so that V8 keeps the text as a rope and appending stays cheap
  if (at === text.length) return { text: text + t, gap: false }
  return { text: text + t.slice(text.length - at), gap: false }
}

// each of these characters is about a token; in other scripts about four characters are
const cjk = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uff00-\uffef]/g

/** Estimates the tokens of a text, precise enough for a live speed display. */
export function estimateTokens(text: string): number {
  const wide = text.match(cjk)?.length ?? 0
  return wide * 0.8 + (text.length - wide) / 4
}

export interface StreamPace {
  /** When watching the stream began, in ms (performance.now). */
  readonly startedAt: number
  readonly firstTextAt: number | null
  /** When the newest text arrived; null before the first. */
  readonly lastTextAt: number | null
  readonly tokens: number
}

interface Running {
  readonly stream: number
  text: string
  startedAt: number
  firstTextAt: number | null
  lastTextAt: number | null
  tokens: number
}

/** Where the shown text of a stopped answer ends. */
interface Hold {
  /** The stopped stream; null if it was not followed. */
  readonly stream: number | null
  readonly length: number
}

/**
 * The texts of running answers, kept outside the chat's state. A delta therefore costs the same in any conversation: it
 * appends to a string and notifies the one component that shows it.
 */
export class StreamTexts {
  readonly #byMessage = new Map<string, Running>()
  readonly #messageOf = new Map<number, string>()
  readonly #listeners = new Map<string, Set<() => void>>()
  readonly #holds = new Map<string, Hold>()
  /** Length of the text on the screen, by message; none for a message out of view. */
  readonly #drawn = new Map<string, number>()
  readonly #now: () => number
  readonly #frame: Pick<SharedFrame, 'add'>

  /** Listeners run in `frame`, regardless of how many pieces of text arrived before it. */
  constructor(now: () => number, frame: Pick<SharedFrame, 'add'>) {
    this.#now = now
    this.#frame = frame
  }

  /** Follows a stream, or replaces its text. A longer text is kept, because deltas may overtake answers. */
  followStream(messageId: string, stream: number, text: string): void {
    const hold = this.#holds.get(messageId)
    if (hold?.stream === null) this.#holds.set(messageId, { ...hold, stream })
    // another stream is a continuation, which the user asked for
    else if (hold !== undefined && hold.stream !== stream) this.#holds.delete(messageId)
    const known = this.#byMessage.get(messageId)
    if (known !== undefined && known.stream === stream) {
      if (text.length <= known.text.length) return
      known.text = text
    } else {
      if (known !== undefined) this.#messageOf.delete(known.stream)
      const startedAt = this.#now()
      this.#byMessage.set(messageId, {
        stream,
        text,
        startedAt,
        firstTextAt: null,
        lastTextAt: null,
        tokens: 0,
      })
      this.#messageOf.set(stream, messageId)
    }
    this.#wake(messageId)
  }

  /** Applies new text. `gap`: earlier text is missing; `unknown`: the stream is not followed. */
  applyDelta(delta: { readonly s: number; readonly at: number; readonly t: string }): 'applied' | 'gap' | 'unknown' {
    const messageId = this.#messageOf.get(delta.s)
    const running = messageId === undefined ? undefined : this.#byMessage.get(messageId)
    if (messageId === undefined || running === undefined) return 'unknown'
    const { text, gap } = appendDelta(running.text, delta)
    if (gap) return 'gap'
    // the pace of a stopped answer no longer changes
    if (this.#holds.has(messageId)) running.text = text
    else if (text.length > running.text.length) {
      // the first text is what users wait for
      const isFirst = running.text === ''
      running.lastTextAt = this.#now()
      running.firstTextAt ??= running.lastTextAt
      running.tokens += estimateTokens(delta.t)
      running.text = text
      this.#wake(messageId, isFirst)
    }
    return 'applied'
  }

  /** Returns the text to show; null for an unknown stream. */
  streamText(messageId: string): string | null {
    const text = this.received(messageId)
    return text === null ? null : this.shown(messageId, text)
  }

  /** Returns all text that arrived, shown or not; null for an unknown stream. */
  received(messageId: string): string | null {
    return this.#byMessage.get(messageId)?.text ?? null
  }

  /** Returns the part of an answer's text that may be shown: all of it unless the answer was stopped here. */
  shown(messageId: string, text: string): string {
    const hold = this.#holds.get(messageId)
    return hold === undefined || text.length <= hold.length ? text : text.slice(0, hold.length)
  }

  /** Records how much of a running answer is on the screen; returns the undo. */
  drew(messageId: string, length: number): () => void {
    this.#drawn.set(messageId, length)
    return () => this.#drawn.delete(messageId)
  }

  /**
   * Ends the shown text of an answer at what is on the screen, until `release` or another stream. It outlives the end of
   * the stream if text is on the screen then. `known`: the message's text, for a stream that is not followed. A second
   * hold changes nothing.
   */
  hold(messageId: string, known: string): void {
    if (this.#holds.has(messageId)) return
    const running = this.#byMessage.get(messageId)
    const { length } = running?.text ?? known
    const drawn = this.#drawn.get(messageId) ?? length
    this.#holds.set(messageId, { stream: running?.stream ?? null, length: Math.min(drawn, length) })
  }

  /** Returns true if an answer was stopped here, and not released since. */
  isHeld(messageId: string): boolean {
    return this.#holds.has(messageId)
  }

  /** Shows all of an answer again. */
  release(messageId: string): void {
    if (this.#holds.delete(messageId)) this.#wake(messageId)
  }

  pace(messageId: string): StreamPace | null {
    return this.#byMessage.get(messageId) ?? null
  }

  /** Ends a stream and returns its text and number. */
  endStream(messageId: string): { readonly text: string; readonly stream: number } | null {
    const running = this.#byMessage.get(messageId)
    if (running === undefined) return null
    this.#byMessage.delete(messageId)
    this.#messageOf.delete(running.stream)
    if (!this.#drawn.has(messageId)) this.#holds.delete(messageId)
    return { text: running.text, stream: running.stream }
  }

  /** Drops all streams, but no holds; after main was away, their numbers are invalid. */
  clear(): void {
    this.#byMessage.clear()
    this.#messageOf.clear()
  }

  subscribe(messageId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(messageId) ?? new Set()
    this.#listeners.set(messageId, listeners)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(messageId)
    }
  }

  #wake(messageId: string, isUrgent = false): void {
    if (this.#holds.has(messageId)) return
    for (const listener of this.#listeners.get(messageId) ?? []) this.#frame.add(listener, isUrgent)
  }
}
