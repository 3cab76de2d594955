import { z } from 'zod'

/**
 * Source of a fact, most trusted first: the user, the gateway, the bundled snapshot of models.dev, or the name. The
 * last two are guesses about this gateway.
 */
export const factSources = ['person', 'gateway', 'snapshot', 'name'] as const
export type FactSource = (typeof factSources)[number]

const source = z.enum(factSources)
const ability = z.object({ value: z.boolean(), source }).readonly().nullable()

export const modelFactsSchema = z
  .object({
    /** Maximum number of tokens of a request with its answer; null if unknown. */
    window: z
      .object({ value: z.number().int().min(1), source })
      .readonly()
      .nullable(),
    /** True if the model accepts pictures. */
    sees: ability,
    /** True if the model thinks before it answers. */
    thinks: ability,
    /** True if the model calls tools. */
    tools: ability,
    /** Day of the snapshot, as 2026-07-02. */
    snapshotDate: z.string(),
  })
  .readonly()
/** Known facts about a model. They only inform: no request is blocked or changed because of them. */
export type ModelFacts = z.infer<typeof modelFactsSchema>
