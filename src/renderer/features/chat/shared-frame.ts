/** A little less than 33 ms, so that every second frame of 60 a second counts. */
const intervalMs = 30

/** Runs what waits together, in one frame, at most thirty times a second. */
export class SharedFrame {
  readonly #request: (step: (now: number) => void) => void
  readonly #waiting = new Set<() => void>()
  #isRequested = false
  #isUrgent = false
  #lastAt = Number.NEGATIVE_INFINITY

  /** `request` is `requestAnimationFrame`. */
  constructor(request: (step: (now: number) => void) => void) {
    this.#request = request
  }

  /**
   * Runs a listener in the next shared frame, once however often it was added; an urgent one in the very next frame, with
   * all that wait.
   */
  add(listener: () => void, isUrgent = false): void {
    this.#waiting.add(listener)
    this.#isUrgent ||= isUrgent
    if (this.#isRequested) return
    this.#isRequested = true
    this.#request(this.#step)
  }

  readonly #step = (now: number): void => {
    if (!this.#isUrgent && now - this.#lastAt < intervalMs) {
      this.#request(this.#step)
      return
    }
    this.#lastAt = now
    this.#isRequested = false
    this.#isUrgent = false
    const listeners = [...this.#waiting]
    this.#waiting.clear()
    for (const listener of listeners) listener()
  }
}
