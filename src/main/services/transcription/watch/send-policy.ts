import type { ErrorCode } from '../../../../shared/errors.ts'
import { costOf, type Money, type Price } from '../../../../shared/prices.ts'
import type { WaitReason } from '../../../../shared/watched-folder.ts'
import type { WatchedFile } from '../../../storage/watched-recordings.ts'

/** Limits of automatic sending now. Money is in 10⁻⁹ of the budget's currency. */
export interface Allowance {
  readonly budget: Money
  /** The price of the model; null if unknown. */
  readonly price: Price | null
  /** Charged since midnight, or perhaps charged. */
  readonly spentNano: number
  /** Expected costs of the jobs that are queued automatically, as far as they are not charged yet. */
  readonly reservedNano: number
  /** Rest of the budget for everything; null without one in this currency. */
  readonly appLeftNano: number | null
  readonly isPaused: boolean
  readonly hasConnection: boolean
}

/** Decision about a waiting recording; `next` is sent now, and `cost` is its expected cost. */
export type SendDecision =
  | { readonly reason: 'next'; readonly cost: number }
  | { readonly reason: Exclude<WaitReason, 'next'> }

/** Decides which waiting recordings are sent automatically, in their order. Null for `allowance`: none. */
export function sendDecisions(
  files: readonly Pick<WatchedFile, 'id' | 'duration' | 'hold'>[],
  allowance: Allowance | null,
): ReadonlyMap<string, SendDecision> {
  let more = 0
  return new Map(
    files.map((file): readonly [string, SendDecision] => {
      const decision = decisionFor(file, allowance, more)
      if (decision.reason === 'next') more += decision.cost
      return [file.id, decision]
    }),
  )
}

function decisionFor(
  { duration, hold }: Pick<WatchedFile, 'duration' | 'hold'>,
  allowance: Allowance | null,
  more: number,
): SendDecision {
  if (hold !== null) return { reason: hold }
  if (allowance === null) return { reason: 'press' }
  if (!allowance.hasConnection) return { reason: 'no_connection' }
  const cost = automaticCost(allowance, duration)
  if (typeof cost === 'string') return { reason: cost }
  if (cost > allowance.budget.nano) return { reason: 'over_budget' }
  if (allowance.isPaused) return { reason: 'paused' }
  const planned = allowance.reservedNano + more + cost
  if (allowance.spentNano + planned > allowance.budget.nano) return { reason: 'today' }
  if (allowance.appLeftNano !== null && planned > allowance.appLeftNano) return { reason: 'app_budget' }
  return { reason: 'next', cost }
}

/** Returns the cost of sound in the budget's currency, or why it is not known. */
export function automaticCost(
  { budget, price }: Pick<Allowance, 'budget' | 'price'>,
  soundMs: number | null,
): number | 'no_price' | 'other_currency' | 'no_length' {
  if (price === null || price.minute === null) return 'no_price'
  if (price.currency !== budget.currency) return 'other_currency'
  const cost = soundMs === null || soundMs <= 0 ? null : costOf({ soundMs: Math.ceil(soundMs) }, price)
  return cost ?? 'no_length'
}

/** Returns true if a request of this cost stays within the budgets. */
export function isAffordable(
  { appLeftNano, budget, spentNano }: Pick<Allowance, 'appLeftNano' | 'budget' | 'spentNano'>,
  cost: number,
): boolean {
  return spentNano + cost <= budget.nano && (appLeftNano === null || cost <= appLeftNano)
}

/** Refusals for which no gateway charges; any other failure may have been charged. */
const free: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['bad_request', 'invalid_key', 'forbidden', 'model_not_found', 'endpoint_missing', 'too_large'] as const),
  ...(['quota', 'rate_limited', 'unavailable', 'address_not_found', 'refused', 'tls', 'offline'] as const),
])

/** Returns true if a failed request may have been charged. */
export function mayBeCharged(code: ErrorCode): boolean {
  return !free.has(code)
}

/** Returns the local midnight at or before a time, in ms since 1970. */
export function midnightOf(now: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
