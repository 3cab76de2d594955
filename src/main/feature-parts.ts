import type { AnswerReader } from './gateway/answer-reader.ts'
import type { Imports } from './media/imports.ts'
import type { MediaLibrary } from './media/library.ts'
import type { Ports } from './platform.ts'
import type { KeepsAnswers } from './services/app/answer-keeper.ts'
import type { Erasure } from './services/app/erasure.ts'
import type { SettingsService } from './services/app/settings-service.ts'
import type { ConnectionsService } from './services/connections/connections-service.ts'
import type { FactsService } from './services/connections/facts/facts-service.ts'
import type { Embeddings } from './services/embeddings/index.ts'
import type { Knowledge } from './services/knowledge/index.ts'
import type { MediaExport } from './services/media/media-export.ts'
import type { MediaRemover } from './services/media/media-remover.ts'
import type { SendsMemories } from './services/memories/index.ts'
import type { RequestLog } from './services/requests/index.ts'
import type { SpendingService } from './services/spending/index.ts'
import type { Tools } from './services/tools/index.ts'
import type { Database } from './storage/database.ts'

/** Parts given to every feature. A feature's types name the ones it uses. */
export interface FeatureParts extends Ports {
  readonly dataFolder: string
  readonly database: Database
  readonly settings: SettingsService
  readonly connections: ConnectionsService
  readonly library: MediaLibrary
  readonly imports: Imports
  readonly mediaExport: MediaExport
  readonly remover: MediaRemover
  readonly erasure: Erasure
  /** Current time for permanent deletions, ms since 1970. Follows a jump of the clock only after a day of running. */
  readonly agedNow?: () => number
  /** Pauses the search index until the returned function is called: two heavy writers block each other. */
  readonly restIndex: () => () => void
  readonly keeper: KeepsAnswers
  readonly answerReader: AnswerReader
  readonly requests: Pick<RequestLog, 'about'>
  readonly spending: SpendingService
  readonly embeddings: Embeddings
  readonly tools: Tools
  readonly knowledge: Knowledge
  readonly facts: Pick<FactsService, 'knownFacts'>
  readonly memories: SendsMemories
}
