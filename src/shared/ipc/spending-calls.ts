import { z } from 'zod'
import { savedFileSchema } from '../image.ts'
import { budgetStateSchema, priceListSchema, spendingGroupSchema, sumSchema } from '../spending.ts'
import { done, id, nothing } from './call-parts.ts'

const monthInput = z.strictObject({ month: z.string().regex(/^\d{4}-\d{2}$/) })

/** Calls about prices and what was spent. */
export const spendingCalls = {
  'prices.list': { input: nothing, output: priceListSchema },
  /** Stores prices, each replacing the one of its model and connection. Refuses with `invalid_input` beyond 2,000. */
  'prices.put': { input: z.strictObject({ prices: priceListSchema }), output: done },
  'prices.remove': {
    input: z.strictObject({ model: z.string().max(300), connectionId: z.string().max(100) }),
    output: done,
  },
  /**
   * Returns the makers' list prices for listed models that have no price yet, in US dollars, and the day of the list.
   * Nothing is stored.
   */
  'prices.offered': { input: nothing, output: z.object({ date: z.string(), prices: priceListSchema }) },
  /** Saves the price table as JSON that can be pasted again. */
  'prices.export': { input: nothing, output: savedFileSchema },
  /** Returns the months with paid requests, newest first, as 2026-03; always includes the current month. */
  'spending.months': { input: nothing, output: z.array(z.string()).readonly() },
  'spending.month': {
    input: monthInput,
    output: z.object({ groups: z.array(spendingGroupSchema).readonly(), hasMore: z.boolean() }),
  },
  /** Saves the requests of a month as CSV, in the same groups as `spending.month`. */
  'spending.export': { input: monthInput, output: savedFileSchema },
  /** Returns the cost of a conversation's answers. */
  'spending.conversation': { input: z.strictObject({ conversationId: id }), output: sumSchema },
  /** Returns the budget of the current day or month; null if none is set. */
  'spending.budget': { input: nothing, output: budgetStateSchema.nullable() },
} as const

export const spendingEvents = {
  'prices.changed': priceListSchema,
  /** Fires when something was spent. */
  'spending.changed': z.object({ budget: budgetStateSchema.nullable() }),
} as const

export const spendingContract = { calls: spendingCalls, events: spendingEvents }
