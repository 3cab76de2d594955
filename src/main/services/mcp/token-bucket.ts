/** Limits a rate: a store of tokens that refills with time. */
export class TokenBucket {
  private readonly capacity: number
  private readonly perSecond: number
  private readonly now: () => number
  private tokens: number
  private at: number

  constructor(capacity: number, perSecond: number, now: () => number) {
    this.capacity = capacity
    this.perSecond = perSecond
    this.now = now
    this.tokens = capacity
    this.at = now()
  }

  /** Removes tokens; the balance may become negative. Returns false if it was not positive before: wait, then take. */
  takeTokens(count: number): boolean {
    const now = this.now()
    // a clock that goes back adds nothing
    const passed = Math.max(0, now - this.at)
    this.at = now
    this.tokens = Math.min(this.capacity, this.tokens + (passed * this.perSecond) / 1000)
    if (this.tokens <= 0) return false
    this.tokens -= count
    return true
  }
}
