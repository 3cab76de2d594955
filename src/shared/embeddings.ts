import { z } from 'zod'
import { embeddingPhases, priceCurrencies, priceMax, tokenBudgetMax } from './embedding-limits.ts'
import { appErrorSchema } from './error-schema.ts'

/** The user's settings other than the model. */
export const embeddingTermsSchema = z
  .strictObject({
    /** Maximum number of tokens in total; null for no limit. */
    budget: z.number().int().min(0).max(tokenBudgetMax).nullable(),
    /** Price of a million tokens as the user entered it; null when unknown. */
    price: z
      .strictObject({ perMillion: z.number().min(0).max(priceMax), currency: z.enum(priceCurrencies) })
      .readonly()
      .nullable(),
  })
  .readonly()
export type EmbeddingTerms = z.infer<typeof embeddingTermsSchema>

export const embeddingChoiceSchema = z.object({ connectionId: z.string(), model: z.string() }).readonly()
/** The model that creates the vectors. */
export type EmbeddingChoice = z.infer<typeof embeddingChoiceSchema>

export const vectorSetSchema = z
  .object({
    id: z.number().int(),
    connectionId: z.string(),
    model: z.string(),
    dimension: z.number().int(),
    vectors: z.number().int(),
    /** True if this set is the chosen set. */
    isCurrent: z.boolean(),
  })
  .readonly()
export type VectorSetInfo = z.infer<typeof vectorSetSchema>

export const embeddingsStateSchema = z
  .object({
    /** True if this computer can search vectors at all. */
    isAvailable: z.boolean(),
    phase: z.enum(embeddingPhases),
    choice: embeddingChoiceSchema.nullable(),
    terms: embeddingTermsSchema,
    /** Why it is paused; null otherwise. */
    pausedBy: z.enum(['person', 'budget', 'error']).nullable(),
    error: appErrorSchema.nullable(),
    /** When a failed request is retried automatically, ms since 1970; null otherwise. */
    retryAt: z.number().nullable(),
    /** True if the history is still being scanned, so that the numbers grow. */
    isCounting: z.boolean(),
    texts: z
      .object({
        /** Texts with a vector. */
        done: z.number().int(),
        /** Texts to be sent. */
        wanted: z.number().int(),
        /** Texts whose answer was refused, until the user retries. */
        held: z.number().int(),
        /** Texts set aside, because the gateway refuses them or its answer was refused twice. */
        aside: z.number().int(),
      })
      .readonly(),
    tokens: z
      .object({
        /** Estimated tokens of the texts to be sent. */
        wanted: z.number().int(),
        /** The part of these tokens for Chinese, Japanese and Korean characters. */
        wide: z.number().int(),
        /** Tokens that this model has used so far, as counted by the gateway, else estimated. */
        used: z.number().int(),
      })
      .readonly(),
    requests: z
      .object({
        sent: z.number().int(),
        /** Requests whose answer was lost, so that their texts may be charged twice. */
        unknown: z.number().int(),
        /** Estimated requests for the texts to be sent. */
        expected: z.number().int(),
      })
      .readonly(),
    sets: z.array(vectorSetSchema).readonly(),
  })
  .readonly()
/** State of semantic search. */
export type EmbeddingsState = z.infer<typeof embeddingsStateSchema>
