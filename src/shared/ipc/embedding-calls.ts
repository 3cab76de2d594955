import { z } from 'zod'
import { embeddingsStateSchema, embeddingTermsSchema } from '../embeddings.ts'
import { id, nothing } from './call-parts.ts'

/** Calls for the vectors of semantic search. Each returns the state afterwards. */
export const embeddingCalls = {
  'embeddings.state': { input: nothing, output: embeddingsStateSchema },
  /**
   * Chooses the model, counts the texts and estimates their tokens. Sends nothing. Another model gets a second set, and
   * the first one is kept. Refuses with `no_connection`, or `vectors_unavailable`.
   */
  'embeddings.choose': {
    input: z.strictObject({ connectionId: id, model: z.string().trim().min(1).max(300) }),
    output: embeddingsStateSchema,
  },
  /** Sets the budget and the price. */
  'embeddings.setTerms': { input: z.strictObject({ terms: embeddingTermsSchema }), output: embeddingsStateSchema },
  /** Starts sending, or resumes after a pause. Retries, once, the texts whose answer was refused. */
  'embeddings.start': { input: nothing, output: embeddingsStateSchema },
  /** Stops sending. A request already sent completes, and its answer is kept. */
  'embeddings.pause': { input: nothing, output: embeddingsStateSchema },
  /** Deletes one set of vectors that is not the chosen one. */
  'embeddings.removeSet': { input: z.strictObject({ setId: z.number().int() }), output: embeddingsStateSchema },
  /** Deletes all vectors and switches semantic search off. */
  'embeddings.remove': { input: nothing, output: embeddingsStateSchema },
} as const

/** Events of semantic search. */
export const embeddingEvents = {
  'embeddings.changed': embeddingsStateSchema,
} as const

export const embeddingContract = { calls: embeddingCalls, events: embeddingEvents }
