import { z } from 'zod'
import { costNanoMax, currencies, priceNanoMax, priceRowsMax, spendingKinds } from './prices.ts'

export const moneySchema = z
  .object({ currency: z.enum(currencies), nano: z.number().int().min(0).max(costNanoMax) })
  .readonly()

const unit = z.number().int().min(0).max(priceNanoMax).nullable()

export const priceSchema = z
  .strictObject({
    model: z.string().trim().min(1).max(300),
    connectionId: z.string().max(100),
    currency: z.enum(currencies),
    input: unit,
    cached: unit,
    output: unit,
    image: unit,
    second: unit,
    minute: unit,
    listedOn: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .optional(),
  })
  .readonly()

export const priceListSchema = z.array(priceSchema).max(priceRowsMax).readonly()

const total = z.object({ currency: z.enum(currencies), nano: z.number().int().min(0) }).readonly()

export const sumSchema = z
  .object({ totals: z.array(total).readonly(), requests: z.number().int(), unpriced: z.number().int() })
  .readonly()

const count = z.number().int().min(0)

export const spendingGroupSchema = z
  .object({
    /** Local day, as 2026-03-01. */
    day: z.string(),
    kind: z.enum(spendingKinds),
    model: z.string(),
    connection: z.string(),
    /** Currency of the price; null for requests without a price. */
    currency: z.enum(currencies).nullable(),
    nano: count,
    requests: count,
    promptTokens: count,
    cachedTokens: count,
    outputTokens: count,
    images: count,
    videoMs: count,
    soundMs: count,
  })
  .readonly()
/** Requests of one day, kind, model, connection and currency. */
export type SpendingGroup = z.infer<typeof spendingGroupSchema>

export const budgetStateSchema = z
  .object({
    period: z.enum(['day', 'month']),
    spent: total,
    limitNano: z.number().int(),
    level: z.enum(['ok', 'near', 'reached']),
    /** Requests of the period without a price, which the budget cannot include. */
    unpriced: count,
  })
  .readonly()
export type BudgetState = z.infer<typeof budgetStateSchema>
