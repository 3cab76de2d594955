import { z } from 'zod'
import { savedFileSchema } from '../image.ts'
import { budgetStateSchema, priceListSchema, spendingGroupSchema, sumSchema } from '../spending.ts'
import { done, id, nothing } from './call-parts.ts'

const monthInput = z.strictObject({ month: z.string().regex(/^\d{4}-\d{2}$/) })

/** Calls about prices and what was spent. */
export const spendingCalls = {
  'prices.list': { input: nothing, output: priceListSchema },
  /** Sets prices, each in place of the one of its model and connection. Refuses with `invalid_input` beyond 2,000. */
  'prices.put': { input: z.strictObject({ prices: priceListSchema }), output: done },
  'prices.remove': {
    input: z.strictObject({ model: z.string().max(300), connectionId: z.string().max(100) }),
    output: done,
  },
  /** Saves the table as JSON that can be pasted again. */
  'prices.export': { input: nothing, output: savedFileSchema },
  /** Months with paid requests, newest first, as 2026-03; the present one is always among them. */
  'spending.months': { input: nothing, output: z.array(z.string()).readonly() },
  'spending.month': {
    input: monthInput,
    output: z.object({ groups: z.array(spendingGroupSchema).readonly(), hasMore: z.boolean() }),
  },
  /** Saves the requests of a month as CSV, under the same groups as `spending.month`. */
  'spending.export': { input: monthInput, output: savedFileSchema },
  /** What the answers of a conversation cost. */
  'spending.conversation': { input: z.strictObject({ conversationId: id }), output: sumSchema },
  /** The budget of the present day or month; null where none is set. */
  'spending.budget': { input: nothing, output: budgetStateSchema.nullable() },
} as const

export const spendingEvents = {
  'prices.changed': priceListSchema,
  /** Something was spent. */
  'spending.changed': z.object({ budget: budgetStateSchema.nullable() }),
} as const

export const spendingContract = { calls: spendingCalls, events: spendingEvents }
