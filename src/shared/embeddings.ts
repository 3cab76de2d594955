import { z } from 'zod'
import { embeddingPhases, priceCurrencies, priceMax, tokenBudgetMax } from './embedding-limits.ts'
import { appErrorSchema } from './error-schema.ts'

/** What the user decided besides the model. */
export const embeddingTermsSchema = z
  .strictObject({
    /** Most tokens in all; null for no limit. */
    budget: z.number().int().min(0).max(tokenBudgetMax).nullable(),
    /** Price of a million tokens as the user typed it; null when unknown. */
    price: z
      .strictObject({ perMillion: z.number().min(0).max(priceMax), currency: z.enum(priceCurrencies) })
      .readonly()
      .nullable(),
  })
  .readonly()
export type EmbeddingTerms = z.infer<typeof embeddingTermsSchema>

export const embeddingChoiceSchema = z.object({ connectionId: z.string(), model: z.string() }).readonly()
/** The model that makes the vectors. */
export type EmbeddingChoice = z.infer<typeof embeddingChoiceSchema>

export const vectorSetSchema = z
  .object({
    id: z.number().int(),
    connectionId: z.string(),
    model: z.string(),
    dimension: z.number().int(),
    vectors: z.number().int(),
    /** Whether it is the chosen one. */
    isCurrent: z.boolean(),
  })
  .readonly()
export type VectorSetInfo = z.infer<typeof vectorSetSchema>

export const embeddingsStateSchema = z
  .object({
    /** Whether this computer can search vectors at all. */
    isAvailable: z.boolean(),
    phase: z.enum(embeddingPhases),
    choice: embeddingChoiceSchema.nullable(),
    terms: embeddingTermsSchema,
    /** Why it is paused; null otherwise. */
    pausedBy: z.enum(['person', 'budget', 'error']).nullable(),
    error: appErrorSchema.nullable(),
    /** When a failed request is sent again by itself, ms since 1970; null otherwise. */
    retryAt: z.number().nullable(),
    /** Whether texts of the history are still being looked through, so that the numbers grow. */
    isCounting: z.boolean(),
    texts: z
      .object({
        /** With a vector. */
        done: z.number().int(),
        /** To be sent. */
        wanted: z.number().int(),
        /** Refused with their answer, until the user asks once more. */
        held: z.number().int(),
        /** Set aside: the gateway refuses them, or its answer was refused twice. */
        aside: z.number().int(),
      })
      .readonly(),
    tokens: z
      .object({
        /** Estimate for the texts to be sent. */
        wanted: z.number().int(),
        /** Of these, estimated for Chinese, Japanese and Korean characters. */
        wide: z.number().int(),
        /** Used so far by this model, as the gateway counted, else as estimated. */
        used: z.number().int(),
      })
      .readonly(),
    requests: z
      .object({
        sent: z.number().int(),
        /** Their answer was lost, so that their texts may be paid for twice. */
        unknown: z.number().int(),
        /** Estimate for the texts to be sent. */
        expected: z.number().int(),
      })
      .readonly(),
    sets: z.array(vectorSetSchema).readonly(),
  })
  .readonly()
/** State of search by meaning. */
export type EmbeddingsState = z.infer<typeof embeddingsStateSchema>
