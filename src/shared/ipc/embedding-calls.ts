import { z } from 'zod'
import { embeddingsStateSchema, embeddingTermsSchema } from '../embeddings.ts'
import { id, nothing } from './call-parts.ts'

/** Calls for the vectors of search by meaning. Each gives the state afterwards. */
export const embeddingCalls = {
  'embeddings.state': { input: nothing, output: embeddingsStateSchema },
  /**
   * Chooses the model, counts the texts and estimates their tokens. Sends nothing. Another model gets a second set
   * beside the first. Refuses with `no_connection`, or `vectors_unavailable`.
   */
  'embeddings.choose': {
    input: z.strictObject({ connectionId: id, model: z.string().trim().min(1).max(300) }),
    output: embeddingsStateSchema,
  },
  /** Sets the budget and the price. */
  'embeddings.setTerms': { input: z.strictObject({ terms: embeddingTermsSchema }), output: embeddingsStateSchema },
  /** Starts sending, or goes on after a pause. Asks once more for texts whose answer was refused. */
  'embeddings.start': { input: nothing, output: embeddingsStateSchema },
  /** Stops sending. A request that is out ends, and its answer is kept. */
  'embeddings.pause': { input: nothing, output: embeddingsStateSchema },
  /** Deletes one set of vectors that is not the chosen one. */
  'embeddings.removeSet': { input: z.strictObject({ setId: z.number().int() }), output: embeddingsStateSchema },
  /** Deletes all vectors and switches search by meaning off. */
  'embeddings.remove': { input: nothing, output: embeddingsStateSchema },
} as const

/** Events of search by meaning. */
export const embeddingEvents = {
  'embeddings.changed': embeddingsStateSchema,
} as const

export const embeddingContract = { calls: embeddingCalls, events: embeddingEvents }
