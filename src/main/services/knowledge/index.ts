import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { knowledgeCalls } from '../../../shared/ipc/knowledge-calls.ts'
import type { Feature } from '../../feature.ts'
import { Bin } from '../../jobs/bin.ts'
import type { Imports } from '../../media/imports.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Folders, Ports } from '../../platform.ts'
import { Conversations } from '../../storage/conversations.ts'
import type { Database } from '../../storage/database.ts'
import { KnowledgeSources } from '../../storage/knowledge-sources.ts'
import { MessagePassages } from '../../storage/message-passages.ts'
import { Messages } from '../../storage/messages.ts'
import { databasePath } from '../../storage/open.ts'
import { Transcripts } from '../../storage/transcripts.ts'
import type { Erasure } from '../app/erasure.ts'
import { DocumentReader } from '../documents/index.ts'
import type { Embeddings } from '../embeddings/index.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import { KnowledgeFile } from './knowledge-file.ts'
import { KnowledgeReader } from './knowledge-reader.ts'
import { KnowledgeService } from './knowledge-service.ts'
import { PassageVectors } from './passage-vectors.ts'
import { Retrievals } from './retrievals.ts'
import { SourceIntake } from './source-intake.ts'

/** Collections of texts that chats use. */
export interface Knowledge extends Feature {
  readonly handlers: HandlersOf<typeof knowledgeCalls>
  readonly retrievals: Retrievals
  readonly passages: MessagePassages
}

export interface KnowledgeParts extends Ports {
  readonly dataFolder: string
  readonly database: Database
  readonly folders: Folders
  readonly imports: Imports
  readonly library: MediaLibrary
  readonly remover: MediaRemover
  readonly erasure: Erasure
  readonly embeddings: Embeddings
}

/** Composes the collections, in order of dependency. */
export function createKnowledge(parts: KnowledgeParts): Knowledge {
  const { database, dataFolder } = parts
  const sources = new KnowledgeSources(database)
  const documents = new DocumentReader()
  const passages = new MessagePassages(database)
  const file = new KnowledgeFile(join(dataFolder, 'knowledge.db'))
  const vectors = new PassageVectors({ ...parts, file, sources, embeddings: parts.embeddings.service })
  parts.embeddings.service.register(vectors)
  const reader = new KnowledgeReader({
    data: { database: databasePath(dataFolder), index: file.path },
    // made here, so that the thread and main never make it at once
    prepare: () => file.index(),
    log: parts.log,
    onNews: (message) => {
      if (message.kind === 'progress') service.handleProgress(message)
      else vectors.reportPassagesChanged(message.collectionId)
    },
  })
  const bin = new Bin({
    ...parts,
    oldest: () => sources.oldestDeletion(),
    purge: (before) => {
      const hadAny = (sources.oldestDeletion() ?? Number.POSITIVE_INFINITY) <= before
      const media = sources.purgeSources(before)
      if (hadAny) reader.eraseTraces()
      return media
    },
  })
  const retrievals = new Retrievals({
    reader,
    kindOf: (sourceId) => service.kindOf(sourceId),
    newId: randomUUID,
    nearest: (text, collectionIds, limit) => vectors.nearest(text, collectionIds, limit),
  })
  const service: KnowledgeService = new KnowledgeService({
    ...parts,
    sources,
    passages,
    conversations: new Conversations(database),
    messages: new Messages(database),
    transcripts: new Transcripts(database),
    reader,
    retrievals,
    intake: new SourceIntake({ ...parts, sources, documents }),
    bin,
  })
  return {
    handlers: knowledgeHandlers(service),
    retrievals,
    passages,
    start() {
      bin.start()
      service.start()
    },
    async close() {
      service.close()
      vectors.close()
      await Promise.all([reader.close(), bin.close(), documents.close()])
      file.close()
    },
  }
}

/** Handlers of the calls about collections. */
function knowledgeHandlers(service: KnowledgeService): HandlersOf<typeof knowledgeCalls> {
  return {
    'knowledge.list': () => service.listCollections(),
    'knowledge.create': (input) => service.create(input),
    'knowledge.rename': (input) => service.rename(input),
    'knowledge.delete': (input) => service.deleteCollection(input),
    'knowledge.restore': (input) => service.restoreCollection(input),
    'knowledge.addFiles': (input) => service.addFiles(input),
    'knowledge.addFolder': (input) => service.addFolder(input),
    'knowledge.addItems': (input) => service.addItems(input),
    'knowledge.removeSource': (input) => service.removeSource(input),
    'knowledge.restoreSource': (input) => service.restoreSource(input),
    'knowledge.readAgain': (input) => service.rereadSource(input),
    'knowledge.find': (input) => service.findPassages(input),
    'knowledge.citations': (input) => service.citations(input),
    'knowledge.open': (input) => service.openCitation(input),
  }
}
