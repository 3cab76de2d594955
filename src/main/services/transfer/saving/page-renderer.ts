import { randomUUID } from 'node:crypto'
import type { Clock, EventSink } from '../../../platform.ts'

/** Longest time for a page to write one text, in ms. */
const answerMs = 20_000
/** Number of texts without an answer after which no page is asked. */
const missesMax = 2

/** Asks the page to write Markdown as HTML, by the same rules as on the screen. */
export class PageRenderer {
  private readonly events: EventSink
  private readonly clock: Clock
  private readonly waiting = new Map<string, (html: string | null) => void>()

  constructor(events: EventSink, clock: Clock) {
    this.events = events
    this.clock = clock
  }

  /**
   * Returns a renderer for one task. It resolves to null for a text that no page renders; a closed page costs little
   * time.
   */
  beginPages(signal: AbortSignal): (prefix: string, text: string) => Promise<string | null> {
    let misses = 0
    return async (prefix, text) => {
      signal.throwIfAborted()
      if (misses >= missesMax) return null
      const html = await this.askPage(prefix, text, signal)
      if (html === undefined) misses += 1
      return html ?? null
    }
  }

  /** Accepts a page's answer. Another page may have answered before. */
  acceptAnswer(id: string, html: string | null): void {
    this.waiting.get(id)?.(html)
  }

  /** Asks the pages to convert a text. Resolves to undefined without an answer in time. */
  private async askPage(prefix: string, text: string, signal: AbortSignal): Promise<string | null | undefined> {
    const id = randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<string | null | undefined>()
    const stopWaiting = this.clock.after(answerMs, () => resolve(undefined))
    const onAbort = (): void => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
    this.waiting.set(id, resolve)
    this.events.emit('transfer.render', { id, prefix, text })
    try {
      return await promise
    } finally {
      stopWaiting()
      signal.removeEventListener('abort', onAbort)
      this.waiting.delete(id)
    }
  }
}
