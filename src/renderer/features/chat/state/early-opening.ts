/** How long an answer may wait for its click, in ms: longer than a press, shorter than a second thought. */
const keptMs = 1000

interface Early<Answer> {
  readonly conversationId: string
  readonly askedAt: number
  readonly answer: Promise<Answer>
}

/**
 * A conversation that is asked of main before it is opened: when the pointer goes down on it, the click is some 100 ms
 * away. An event about it drops the answer, because the page follows only the open conversation.
 */
export class EarlyOpening<Answer> {
  readonly #now: () => number
  #early: Early<Answer> | null = null

  constructor(now: () => number) {
    this.#now = now
  }

  /** Asks for a conversation; each press asks anew. */
  ask(conversationId: string, ask: () => Promise<Answer>): void {
    this.#early = { conversationId, askedAt: this.#now(), answer: ask() }
  }

  /** Returns the answer that is on its way, once; null if there is none, or it is old. */
  take(conversationId: string): Promise<Answer> | null {
    const early = this.#early
    this.#early = null
    const isIt = early?.conversationId === conversationId && this.#now() - early.askedAt < keptMs
    return isIt ? early.answer : null
  }

  /** Drops the answer about a conversation that has changed; without an id, whichever it is. */
  changed(conversationId: string | null = null): void {
    if (conversationId === null || this.#early?.conversationId === conversationId) this.#early = null
  }
}
