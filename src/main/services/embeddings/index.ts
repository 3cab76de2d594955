import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { embeddingCalls } from '../../../shared/ipc/embedding-calls.ts'
import type { Feature } from '../../feature.ts'
import type { AnswerReader } from '../../gateway/answer-reader.ts'
import { EmbeddingForms } from '../../gateway/embedding-form.ts'
import type { Ports } from '../../platform.ts'
import { databasePath } from '../../storage/open.ts'
import type { PaidRequest } from '../../storage/spending.ts'
import { vectorPath } from '../../storage/vector-database.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import { EmbeddingsService } from './embeddings-service.ts'
import { PassageSources } from './passage-sources.ts'
import { QueryVectors } from './query-vectors.ts'
import { VectorKeeper } from './vector-keeper.ts'

export { historyCollection } from './history-intake.ts'
export type { PassageSource } from './passage-sources.ts'
export type { Nearest } from './vector-messages.ts'

/**
 * Embeddings: vectors of texts, and the search for the nearest. The history is followed automatically. Another feature
 * registers its passages with `service.register` when it is created, calls `service.changed` when they change, and asks
 * `service.nearest`.
 */
export interface Embeddings extends Feature {
  readonly handlers: HandlersOf<typeof embeddingCalls>
  readonly service: EmbeddingsService
}

/** Composes the embeddings. Nothing runs until the user has chosen a model. */
export function createEmbeddings(
  parts: Ports & {
    readonly dataFolder: string
    readonly connections: ConnectionsService
    readonly answerReader: AnswerReader
    /** Called when a paid request ended. */
    readonly spent: (request: PaidRequest) => unknown
  },
): Embeddings {
  const path = vectorPath(parts.dataFolder)
  const keeper = new VectorKeeper({ path: databasePath(parts.dataFolder), vectors: path }, parts.log, () =>
    service.onNews(),
  )
  const io = { ...parts, keeper, reader: parts.answerReader, forms: new EmbeddingForms() }
  const sources = new PassageSources(keeper)
  const service = new EmbeddingsService({ ...io, sources, queries: new QueryVectors(io), path })
  const forgetWake = parts.onWake(() => service.network({ online: true }))
  return {
    handlers: embeddingHandlers(service),
    service,
    start: () => {
      service.start().catch(() => parts.log('error', 'the vectors could not be opened'))
    },
    network: (state) => service.network(state),
    async close() {
      forgetWake()
      await service.close()
      await keeper.close()
    },
  }
}

/** Handlers of the calls about vectors. */
function embeddingHandlers(service: EmbeddingsService): HandlersOf<typeof embeddingCalls> {
  return {
    'embeddings.state': () => service.embeddingsState(),
    'embeddings.choose': (input) => service.chooseModel(input),
    'embeddings.setTerms': ({ terms }) => service.setTerms(terms),
    'embeddings.start': () => service.beginRun(),
    'embeddings.pause': () => service.pause(),
    'embeddings.removeSet': ({ setId }) => service.removeSet(setId),
    'embeddings.remove': () => service.removeVectors(),
  }
}
