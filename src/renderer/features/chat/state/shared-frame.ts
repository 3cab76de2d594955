/** Time between two runs while frames are on time, in ms. A little less than 33, so that every second frame counts. */
const leastIntervalMs = 30

/** Time between two runs while each makes a frame late, in ms. Text still appears about as fast as it is read. */
const mostIntervalMs = 120

/** Delay after which a frame counts as late, in ms: at 60 a second, at least one was missed. */
const lateMs = 25

/**
 * Returns the time to the next run after one whose next frame came `tookMs` later. Late frames make updates less
 * frequent.
 */
export function nextInterval(intervalMs: number, tookMs: number): number {
  return tookMs > lateMs ? Math.min(intervalMs * 1.5, mostIntervalMs) : Math.max(intervalMs * 0.9, leastIntervalMs)
}

/** Time for listeners in one frame, in ms. About as much remains for layout and painting. */
const budgetMs = 6

/** Rest after runs, as a multiple of the time that their frames took. It leaves two thirds of the time to the user. */
const restPerWork = 2

interface FramePorts {
  /** The browser's `requestAnimationFrame`. */
  readonly request: (step: (now: number) => void) => void
  /** The time in ms. */
  readonly now: () => number
  /** Runs a listener, and renders its changes before it returns, so that its duration is known. */
  readonly run: (listener: () => void) => void
  /** Calls back after the current frame was laid out and painted. Without it, only late frames show a slow page. */
  readonly onDrawn?: (listener: () => void) => void
  /** True if the current frame shows a key press. Listeners leave such frames to the key, for at most 120 ms. */
  readonly showsKey?: () => boolean
}

/**
 * Runs waiting listeners together, in one frame, at most thirty times a second, and less often where their frames take
 * long or the frames after them are late. If that exceeds the budget, the rest runs in the next frames. The first texts
 * of several answers run code and read fonts for the first time, which together is a task of more than 50 ms.
 */
export class SharedFrame {
  readonly #ports: FramePorts
  readonly #waiting = new Set<() => void>()
  #isRequested = false
  #isUrgent = false
  #lastAt = Number.NEGATIVE_INFINITY
  #intervalMs = leastIntervalMs
  /** Time that the last run's frames took, in ms. */
  #spentMs = 0
  /** True if listeners of the last run wait for the next frame. */
  #isContinued = false
  /** True in the frame after a run, which shows how late the page is. */
  #isMeasuring = false

  constructor(ports: FramePorts) {
    this.#ports = ports
  }

  /**
   * Runs a listener in the next shared frame, once however often it was added. An urgent one does not wait for the
   * interval, and all waiting listeners run with it.
   */
  add(listener: () => void, isUrgent = false): void {
    this.#waiting.add(listener)
    this.#isUrgent ||= isUrgent
    this.#request()
  }

  #request(): void {
    if (this.#isRequested) return
    this.#isRequested = true
    this.#ports.request(this.#step)
  }

  readonly #step = (frameAt: number): void => {
    const { now, onDrawn, run, showsKey } = this.#ports
    this.#isRequested = false
    if (this.#isMeasuring) this.#intervalMs = nextInterval(this.#intervalMs, frameAt - this.#lastAt)
    this.#isMeasuring = false
    if (this.#waiting.size === 0) return
    const sinceMs = frameAt - this.#lastAt
    if ((!this.#isUrgent && sinceMs < this.#restMs()) || (sinceMs < mostIntervalMs && showsKey?.() === true)) {
      this.#request()
      return
    }
    this.#lastAt = frameAt
    this.#isUrgent = false
    this.#isMeasuring = true
    this.#request()
    // a listener that is added while these run waits for a later frame
    const due = [...this.#waiting]
    const began = now()
    if (!this.#isContinued) this.#spentMs = 0
    this.#isContinued = false
    onDrawn?.(() => {
      this.#spentMs += now() - began
    })
    for (const [index, listener] of due.entries()) {
      this.#waiting.delete(listener)
      run(listener)
      const left = due[index + 1]
      if (left !== undefined && now() - began >= budgetMs) {
        this.#isContinued = true
        this.add(left, true)
        return
      }
    }
  }

  #restMs(): number {
    return Math.max(this.#intervalMs, Math.min(this.#spentMs * restPerWork, mostIntervalMs))
  }
}
