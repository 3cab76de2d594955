/** A little less than 33 ms, so that every second frame of 60 a second counts. */
const intervalMs = 30

/** Time for listeners in one frame, in ms. About the same again is left for layout and painting. */
const budgetMs = 6

interface FramePorts {
  /** `requestAnimationFrame`. */
  readonly request: (step: (now: number) => void) => void
  /** The time in ms. */
  readonly now: () => number
  /** Runs a listener, and renders its changes before it returns, so that its duration is known. */
  readonly run: (listener: () => void) => void
}

/**
 * Runs waiting listeners together, in one frame, at most thirty times a second. If that exceeds the budget, the rest
 * runs in the next frames. The first texts of several answers run code and read fonts for the first time, which
 * together is a task of more than 50 ms.
 */
export class SharedFrame {
  readonly #ports: FramePorts
  readonly #waiting = new Set<() => void>()
  #isRequested = false
  #isUrgent = false
  #lastAt = Number.NEGATIVE_INFINITY

  constructor(ports: FramePorts) {
    this.#ports = ports
  }

  /**
   * Runs a listener in the next shared frame, once however often it was added. An urgent one does not wait for the half
   * rate, and all waiting listeners run with it.
   */
  add(listener: () => void, isUrgent = false): void {
    this.#waiting.add(listener)
    this.#isUrgent ||= isUrgent
    if (this.#isRequested) return
    this.#isRequested = true
    this.#ports.request(this.#step)
  }

  readonly #step = (frameAt: number): void => {
    const { request, now, run } = this.#ports
    if (!this.#isUrgent && frameAt - this.#lastAt < intervalMs) {
      request(this.#step)
      return
    }
    this.#lastAt = frameAt
    this.#isRequested = false
    this.#isUrgent = false
    // a listener that is added while these run waits for a later frame
    const due = [...this.#waiting]
    const began = now()
    for (const [index, listener] of due.entries()) {
      this.#waiting.delete(listener)
      run(listener)
      const left = due[index + 1]
      if (left !== undefined && now() - began >= budgetMs) {
        this.add(left, true)
        return
      }
    }
  }
}
