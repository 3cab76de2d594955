/** Time for a frame to be ready, to draw a diagram or to answer a ping, in ms. */
export const patienceMs = 12_000
/** The same after a document has loaded, which may be another than ours. */
export const loadedMs = 6_000
/** Time between an answer and the next ping, in ms. */
export const pingMs = 4_000

interface FrameWatchParts {
  /** Gives the frame its text. */
  readonly show: () => void
  readonly ping: () => void
  /** Called once when the frame does not answer: it is busy without end, has crashed, or is elsewhere. */
  readonly onSilence: () => void
}

/** Watches whether a frame still answers. The browser gives it a process of its own, so a busy one is seen only so. */
export class FrameWatch {
  readonly #parts: FrameWatchParts
  #timer: ReturnType<typeof setTimeout>
  #begun = false
  #messages = 0

  constructor(parts: FrameWatchParts) {
    this.#parts = parts
    this.#timer = setTimeout(parts.onSilence, patienceMs)
  }

  /** True if the frame has got its text. */
  get hasBegun(): boolean {
    return this.#begun
  }

  /** The frame is ready: it gets its text once, whatever it says later. */
  begin(): void {
    if (this.#begun) return
    this.#begun = true
    this.#parts.show()
    this.#ping()
  }

  /** The frame has answered. */
  rest(): void {
    if (!this.#begun) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#ping(), pingMs)
  }

  /** A document has loaded in the frame. */
  loaded(): void {
    if (this.#begun) this.#ping(loadedMs)
  }

  /** Counts a message that nobody asked for; returns how many came. */
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
