import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { assertNever } from '../../../shared/errors.ts'
import { chunkerVersion } from '../../../shared/passages/chunker.ts'
import { failureOf } from '../../faults.ts'
import { Database } from '../../storage/database.ts'
import { KnowledgeIndex, openKnowledge } from '../../storage/knowledge-index.ts'
import { DocumentReader } from '../documents/index.ts'
import { ItemTexts } from './item-text.ts'
import type { FromThread, Questions, ToThread } from './knowledge-messages.ts'
import { KnowledgeWork } from './knowledge-work.ts'
import { openedCitation } from './opened-citation.ts'
import { termsOf } from './query-terms.ts'

/** The knowledge thread: reads sources, indexes and searches them, so that neither delays the app. */
const paths = z.object({ database: z.string(), index: z.string() }).parse(workerData)
const port = parentPort
if (port === null) throw new Error('this is a thread')
const database = new Database(paths.database, { readonly: true })
const file = openKnowledge(paths.index, chunkerVersion)
const index = new KnowledgeIndex(file)
const tell = (message: FromThread): void => port.postMessage(message)
const work = new KnowledgeWork({
  index,
  items: new ItemTexts(database),
  documents: new DocumentReader(),
  progress: (sourceId, progress) => tell({ kind: 'progress', sourceId, progress }),
  changed: (collectionId) => tell({ kind: 'changed', collectionId }),
})

port.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'sources':
      work.set(message.sources)
      break
    case 'readAgain':
      work.readAgain(message.sourceId)
      break
    case 'erase':
      index.eraseTraces()
      break
    case 'end':
      void end(port)
      break
    case 'ask':
      tell(answered(message))
      break
    default:
      assertNever(message, 'message')
  }
})

async function end(from: MessagePort): Promise<void> {
  await work.close()
  file.close()
  database.close()
  // nothing is left to wait for, so the thread ends on its own
  from.close()
}

type Asked = Extract<ToThread, { readonly kind: 'ask' }>

function answered(question: Asked): FromThread {
  try {
    return { kind: 'answer', id: question.id, value: answer(question) }
  } catch (cause) {
    return { kind: 'refused', id: question.id, error: failureOf(cause) }
  }
}

function answer(question: Asked): Questions[Asked['name']]['output'] {
  switch (question.name) {
    case 'search': {
      const { collectionIds, limit, text } = question.input
      return index.search(termsOf(text), collectionIds, limit)
    }
    case 'passages':
      return index.passages(question.input)
    case 'open': {
      const { document, sourceId } = question.input.place
      return openedCitation(question.input, index.text(sourceId, document))
    }
    default:
      return assertNever(question, 'question')
  }
}
