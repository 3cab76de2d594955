import type { Clock } from '../platform.ts'

/** Number of requests that a server allows in a period. */
export interface BudgetRule {
  /** Requests that may be sent immediately. */
  readonly burst: number
  /** Requests that are refilled in `perMs`. */
  readonly count: number
  readonly perMs: number
}

/**
 * Jianguoyun allows 600 requests in 30 minutes on its free plan (help.jianguoyun.com/?p=2064). Burst and refill
 * together stay below that in any 30 minutes.
 */
const jianguoyun: BudgetRule = { burst: 100, count: 450, perMs: 30 * 60_000 }

/** Returns the known budget of a host; null if none is known. */
export function budgetOf(hostname: string): BudgetRule | null {
  return /(^|\.)jianguoyun\.com$/.test(hostname) ? jianguoyun : null
}

/**
 * Token bucket that determines how long the next request must wait. It lives as long as the app, because servers count
 * across jobs.
 */
export class RequestBudget {
  private readonly rule: BudgetRule
  private readonly clock: Pick<Clock, 'now'>
  private tokens: number
  private at: number

  constructor(rule: BudgetRule, clock: Pick<Clock, 'now'>) {
    this.rule = rule
    this.clock = clock
    this.tokens = rule.burst
    this.at = clock.now()
  }

  /** Consumes one request; returns the ms to wait before it is sent. */
  takeRequest(): number {
    const now = this.clock.now()
    const rate = this.rule.count / this.rule.perMs
    // a clock that was set back refills nothing
    this.tokens = Math.min(this.rule.burst, this.tokens + Math.max(0, now - this.at) * rate)
    this.at = now
    this.tokens -= 1
    return this.tokens >= 0 ? 0 : Math.ceil(-this.tokens / rate)
  }
}
