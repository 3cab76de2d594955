interface Delta {
  readonly at: number
  readonly t: string
}

/**
 * Puts a delta at its place in a text that is only ever appended to. `gap` means that something before it is missing:
 * the text must be read anew. Doubles and overlaps add only what is new.
 */
export function appendDelta(text: string, delta: Delta): { readonly text: string; readonly gap: boolean } {
  const { at, t } = delta
  if (at > text.length) return { text, gap: true }
  // the usual case first: no slicing, so that V8 keeps the text as a rope and appending stays cheap
  if (at === text.length) return { text: text + t, gap: false }
  return { text: text + t.slice(text.length - at), gap: false }
}

// one character of these is about a token; of other scripts about four make one
const cjk = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uff00-\uffef]/g

/** About how many tokens a piece of text is: good enough for a speed that is shown while it changes. */
export function estimateTokens(text: string): number {
  const wide = text.match(cjk)?.length ?? 0
  return wide * 0.8 + (text.length - wide) / 4
}

export interface StreamPace {
  /** When the stream began to be watched, ms (performance.now). */
  readonly startedAt: number
  readonly firstTextAt: number | null
  readonly tokens: number
}

interface Running {
  readonly stream: number
  text: string
  startedAt: number
  firstTextAt: number | null
  tokens: number
}

/**
 * The texts of running answers. They live outside the chat's state so that a delta costs the same however long the
 * conversation is: it appends to one string and wakes the one component that shows it.
 */
export class StreamTexts {
  readonly #byMessage = new Map<string, Running>()
  readonly #messageOf = new Map<number, string>()
  readonly #listeners = new Map<string, Set<() => void>>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Begins to follow a stream, or learns its text anew. A text that is already longer is kept: deltas may overtake answers. */
  begin(messageId: string, stream: number, text: string): void {
    const known = this.#byMessage.get(messageId)
    if (known !== undefined && known.stream === stream) {
      if (text.length <= known.text.length) return
      known.text = text
    } else {
      if (known !== undefined) this.#messageOf.delete(known.stream)
      const startedAt = this.#now()
      this.#byMessage.set(messageId, { stream, text, startedAt, firstTextAt: null, tokens: 0 })
      this.#messageOf.set(stream, messageId)
    }
    this.#wake(messageId)
  }

  /** Takes new text. `gap`: some is missing before it; `unknown`: nobody follows that stream. */
  apply(delta: { readonly s: number; readonly at: number; readonly t: string }): 'applied' | 'gap' | 'unknown' {
    const messageId = this.#messageOf.get(delta.s)
    const running = messageId === undefined ? undefined : this.#byMessage.get(messageId)
    if (messageId === undefined || running === undefined) return 'unknown'
    const { text, gap } = appendDelta(running.text, delta)
    if (gap) return 'gap'
    if (text.length > running.text.length) {
      running.firstTextAt ??= this.#now()
      running.tokens += estimateTokens(delta.t)
      running.text = text
      this.#wake(messageId)
    }
    return 'applied'
  }

  text(messageId: string): string | null {
    return this.#byMessage.get(messageId)?.text ?? null
  }

  pace(messageId: string): StreamPace | null {
    return this.#byMessage.get(messageId) ?? null
  }

  /** Ends a stream and hands out its text and number. */
  end(messageId: string): { readonly text: string; readonly stream: number } | null {
    const running = this.#byMessage.get(messageId)
    if (running === undefined) return null
    this.#byMessage.delete(messageId)
    this.#messageOf.delete(running.stream)
    return { text: running.text, stream: running.stream }
  }

  /** Forgets all streams: after main was away, their numbers mean nothing. */
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

  #wake(messageId: string): void {
    for (const listener of this.#listeners.get(messageId) ?? []) listener()
  }
}
