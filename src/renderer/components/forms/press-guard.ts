/** How long after a paid press a second one counts as the same press, in ms; longer than any double click. */
export const pressRestMs = 600

interface Area {
  readonly underWay: Set<string>
  restUntil: number
}

/**
 * Prevents a double submission when a control that costs money is pressed twice. An area is one form, list or
 * conversation.
 */
export class PressGuard {
  readonly #now: () => number
  readonly #areas = new Map<string, Area>()

  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Runs `work` and returns its result. Returns undefined and runs nothing while the same work runs, and for 600 ms
   * after any press or result in the area. The delay protects against a list that moves up and puts its next button
   * under the pointer.
   */
  async once<T>(area: string, key: string, work: () => Promise<T>): Promise<T | undefined> {
    const state = this.#areas.get(area) ?? { underWay: new Set<string>(), restUntil: 0 }
    this.#areas.set(area, state)
    if (state.underWay.has(key) || this.#now() < state.restUntil) return undefined
    state.underWay.add(key)
    state.restUntil = this.#now() + pressRestMs
    try {
      return await work()
    } finally {
      state.underWay.delete(key)
      state.restUntil = this.#now() + pressRestMs
    }
  }

  /** Returns true while work of the area runs, and for 600 ms after a press or result in it. */
  isResting(area: string): boolean {
    const state = this.#areas.get(area)
    return state !== undefined && (state.underWay.size > 0 || this.#now() < state.restUntil)
  }

  /** Ends an area's delay after the user has changed its content: the next press is intended. */
  noteContentChange(area: string): void {
    this.#areas.delete(area)
  }
}

/** The guard of every paid control of the page. */
export const paidPresses = new PressGuard(() => performance.now())
