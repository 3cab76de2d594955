import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { embeddingCalls } from '../../../shared/ipc/embedding-calls.ts'
import type { EmbeddingsService } from './embeddings-service.ts'

/** Handlers of the calls about vectors. */
export function embeddingHandlers(service: EmbeddingsService): HandlersOf<typeof embeddingCalls> {
  return {
    'embeddings.state': () => service.state(),
    'embeddings.choose': (input) => service.choose(input),
    'embeddings.setTerms': ({ terms }) => service.setTerms(terms),
    'embeddings.start': () => service.begin(),
    'embeddings.pause': () => service.pause(),
    'embeddings.removeSet': ({ setId }) => service.removeSet(setId),
    'embeddings.remove': () => service.remove(),
  }
}
