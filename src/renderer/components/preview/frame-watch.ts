/** Time for a frame to be ready, to draw a diagram or to answer a ping, in ms. */
export const patienceMs = 12_000
/** The same after a document has loaded, which may be another than ours. */
export const loadedMs = 6_000
/** Time between an answer and the next ping, in ms. */
export const pingMs = 4_000

interface FrameWatchParts {
  /** Gives the frame its text. */
  readonly show: () => void
  readonly ping: (number: number) => void
  /** Called once when the frame does not answer: it is busy without end, has crashed, or is elsewhere. */
  readonly onSilence: () => void
}

/** Watches whether a frame still answers. The browser gives it a process of its own, so a busy one is seen only so. */
export class FrameWatch {
  readonly #parts: FrameWatchParts
  #timer: ReturnType<typeof setTimeout>
  #begun = false
  #pings = 0
  #messages = 0

  constructor(parts: FrameWatchParts) {
    this.#parts = parts
    this.#timer = setTimeout(parts.onSilence, patienceMs)
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

  /** Counts a message; returns how many came unasked. */
  count(): number {
    this.#messages += 1
    return this.#messages - this.#pings
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #ping(forMs = patienceMs): void {
    clearTimeout(this.#timer)
    this.#pings += 1
    this.#timer = setTimeout(this.#parts.onSilence, forMs)
    this.#parts.ping(this.#pings)
  }
}
