/** How long after a paid press a second one counts as the same press, in ms: longer than any double click. */
export const pressRestMs = 600

interface Area {
  readonly underWay: Set<string>
  restUntil: number
}

/** Runs one submission where a control that costs money is pressed twice. An area is one form, list or conversation. */
export class PressGuard {
  readonly #now: () => number
  readonly #areas = new Map<string, Area>()

  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Runs `work` and returns its result. Returns undefined, and runs nothing, while the same work is under way, and for
   * 600 ms after any press or result in the area: a list that moves up must not put its next button under the same hand.
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

  /** Ends the rest of an area whose content the person has changed: the next press is a new wish. */
  changed(area: string): void {
    this.#areas.delete(area)
  }
}

/** Guards every paid control of the page. */
export const paidPresses = new PressGuard(() => performance.now())
