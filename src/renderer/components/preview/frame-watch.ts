/** Time limit for a frame to become ready, draw a diagram or answer a ping, in ms. */
export const patienceMs = 12_000
/** The same after another document, possibly a foreign one, has loaded in the frame. */
export const loadedMs = 6_000
/** Time between an answer and the next ping, in ms. */
export const pingMs = 4_000

interface FrameWatchParts {
  /** Gives the frame its text. */
  readonly show: () => void
  readonly ping: () => void
  /** Called once if the frame does not answer: it is in an endless loop, has crashed, or shows another document. */
  readonly onSilence: () => void
}

/**
 * Detects a frame that no longer answers. The browser runs it in its own process, so a busy frame cannot be detected
 * otherwise.
 */
export class FrameWatch {
  readonly #parts: FrameWatchParts
  #timer: ReturnType<typeof setTimeout>
  #begun = false
  #messages = 0

  constructor(parts: FrameWatchParts) {
    this.#parts = parts
    this.#timer = setTimeout(parts.onSilence, patienceMs)
  }

  /** Returns true if the frame has received its text. */
  get hasBegun(): boolean {
    return this.#begun
  }

  /** Sends the frame its text when it is ready; further calls do nothing. */
  sendText(): void {
    if (this.#begun) return
    this.#begun = true
    this.#parts.show()
    this.#ping()
  }

  /** Notes an answer of the frame; the next ping follows after a pause. */
  noteAnswer(): void {
    if (!this.#begun) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#ping(), pingMs)
  }

  /** Pings again after a document has loaded in the frame. */
  loaded(): void {
    if (this.#begun) this.#ping(loadedMs)
  }

  /** Counts an unsolicited message; returns the number so far. */
  count(): number {
    this.#messages += 1
    return this.#messages
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #ping(forMs = patienceMs): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#parts.onSilence, forMs)
    this.#parts.ping()
  }
}
