import { z } from 'zod'

/**
 * Who says so, from the most to the least trusted: the user, the gateway, the bundled snapshot of models.dev, or the
 * name. The last two are guesses about this gateway.
 */
export const factSources = ['person', 'gateway', 'snapshot', 'name'] as const
export type FactSource = (typeof factSources)[number]

const source = z.enum(factSources)
const ability = z.object({ value: z.boolean(), source }).readonly().nullable()

export const modelFactsSchema = z
  .object({
    /** Most tokens of a request with its answer; null where nobody knows. */
    window: z
      .object({ value: z.number().int().min(1), source })
      .readonly()
      .nullable(),
    /** Takes pictures. */
    sees: ability,
    /** Thinks before it answers. */
    thinks: ability,
    /** Calls tools. */
    tools: ability,
    /** Day of the snapshot, as 2026-07-02. */
    snapshotDate: z.string(),
  })
  .readonly()
/** What is known about a model. It only informs: no request is blocked or changed by it. */
export type ModelFacts = z.infer<typeof modelFactsSchema>
