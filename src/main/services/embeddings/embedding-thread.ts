import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { assertNever } from '../../../shared/errors.ts'
import { failureOf } from '../../faults.ts'
import { Database } from '../../storage/database.ts'
import { MeaningChanges } from '../../storage/meaning-changes.ts'
import { openVectors } from '../../storage/vector-database.ts'
import {
  endOfVectors,
  type VectorAnswer,
  type VectorCall,
  type VectorCalls,
  type VectorQuestion,
  vectorNews,
} from './vector-messages.ts'
import { VectorStore } from './vector-store.ts'

/** Longest step of following the history, in ms; questions wait that long. */
const stepMs = 8
/** Pause when nothing changed, in ms. */
const restMs = 500

/**
 * The thread of the vectors keeps searches and the following of the history from delaying the app. It has its own
 * connections to the vector file and to the app's database. In the database it changes only its list of changes.
 */
const data = z.object({ path: z.string(), vectors: z.string() }).parse(workerData)
const port = parentPort
if (port === null) throw new Error('this is a thread')
const database = new Database(data.path)
const opened = openVectors(data.vectors, Date.now())
const vectors = opened.database
const store = new VectorStore({
  vectors,
  canSearch: opened.canSearch,
  changes: new MeaningChanges(database),
  now: () => Date.now(),
})

let next: NodeJS.Timeout | null = null
port.on('message', (asked: VectorQuestion | typeof endOfVectors) => {
  if (asked === endOfVectors) {
    end(port)
    return
  }
  port.postMessage(answered(asked))
  // while the gateway makes the query's vector
  if (asked.call === 'beginQuery') store.prepareSearch()
})
advance()

function end(from: MessagePort): void {
  if (next !== null) clearTimeout(next)
  next = null
  vectors.close()
  database.close()
  // nothing is left to wait for, so the thread ends on its own
  from.close()
}

function answered(question: VectorQuestion): VectorAnswer {
  try {
    return { id: question.id, ok: true, value: answer(question) }
  } catch (cause) {
    return { id: question.id, ok: false, error: failureOf(cause) }
  }
}

function answer(question: VectorQuestion): VectorCalls[VectorCall]['output'] {
  switch (question.call) {
    case 'report':
      return store.report()
    case 'choose':
      return store.choose(question.input)
    case 'setTerms':
      return store.setTerms(question.input)
    case 'batch':
      return store.batch(question.input)
    case 'again':
      return store.again(question.input)
    case 'commit':
      return store.commit(question.input)
    case 'fail':
      return store.fail(question.input)
    case 'shrink':
      return store.shrink(question.input)
    case 'release':
      return store.release()
    case 'beginQuery':
      return store.beginQuery(question.input)
    case 'endQuery':
      return store.endQuery(question.input)
    case 'dimension':
      return store.dimension()
    case 'nearest':
      return store.nearest(question.input)
    case 'compare':
      return store.compare(question.input)
    case 'retain':
      return store.retain(question.input)
    case 'collections':
      return store.collections()
    case 'put':
      return store.put(question.input)
    case 'progress':
      return store.progress(question.input)
    case 'removeSet':
      return store.removeSet(question.input)
    case 'unfollow':
      return store.unfollow()
    default:
      return assertNever(question, 'question')
  }
}

function advance(): void {
  let taken = 0
  try {
    if (store.isFollowing) {
      const step = store.intake.step(stepMs)
      taken = step.taken
      store.hasForgotten ||= step.hasForgotten
      // the log still holds forgotten texts
      if (taken === 0 && store.hasForgotten && vectors.emptyLog()) store.hasForgotten = false
      if (taken > 0) port?.postMessage(vectorNews)
    }
  } catch {
    // a full or busy disk: the rest is processed later
  }
  next = setTimeout(advance, taken > 0 ? 1 : restMs)
}
