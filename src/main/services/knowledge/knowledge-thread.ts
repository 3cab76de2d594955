import { workerData } from 'node:worker_threads'
import { z } from 'zod'
import { assertNever } from '../../../shared/errors.ts'
import { chunkerVersion } from '../../../shared/passages/chunker.ts'
import { Database } from '../../storage/database.ts'
import { KnowledgeIndex } from '../../storage/knowledge-index.ts'
import { openKnowledge } from '../../storage/knowledge-schema.ts'
import { serveCalls } from '../../threads/thread-serving.ts'
import { DocumentReader } from '../documents/index.ts'
import { ItemTexts } from './item-text.ts'
import type { KnowledgeNews, KnowledgeOrder, Questions } from './knowledge-messages.ts'
import { KnowledgeWork } from './knowledge-work.ts'
import { openedCitation } from './opened-citation.ts'
import { termsOf } from './query-terms.ts'

/** The knowledge thread: reads sources, indexes and searches them, so that neither delays the app. */
const paths = z.object({ database: z.string(), index: z.string() }).parse(workerData)
const database = new Database(paths.database, { readonly: true })
const file = openKnowledge(paths.index, chunkerVersion)
const index = new KnowledgeIndex(file)
const work = new KnowledgeWork({
  index,
  items: new ItemTexts(database),
  documents: new DocumentReader(),
  progress: (sourceId, progress) => tell({ kind: 'progress', sourceId, progress }),
  onPassagesChanged: (collectionId) => tell({ kind: 'changed', collectionId }),
})

const tell = serveCalls<Questions, KnowledgeOrder, KnowledgeNews>(
  {
    search: ({ collectionIds, limit, text }) => index.search(termsOf(text), collectionIds, limit),
    passages: (ids) => index.passages(ids),
    open: (citation) => openedCitation(citation, index.documentText(citation.place.sourceId, citation.place.document)),
  },
  {
    onOrder(order) {
      switch (order.kind) {
        case 'sources':
          return work.set(order.sources)
        case 'readAgain':
          return work.rereadSource(order.sourceId)
        case 'erase':
          return index.eraseTraces()
        default:
          return assertNever(order, 'order')
      }
    },
    async onEnd() {
      await work.close()
      file.close()
      database.close()
    },
  },
)
