import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { assertNever } from '../../../shared/errors.ts'
import type { CallOutput } from '../../../shared/ipc/contract.ts'
import { failureOf } from '../../faults.ts'
import { Database } from '../../storage/database.ts'
import { HistoryItems } from '../../storage/history-items.ts'
import { Refolding } from '../../storage/refolding.ts'
import { SearchIndex } from '../../storage/search-index.ts'
import { SearchQuery } from '../../storage/search-query.ts'
import {
  endOfThread,
  eraseTraces,
  type HistoryAnswer,
  type HistoryCall,
  type HistoryOrder,
  type HistoryQuestion,
  restOfIndex,
  workOfIndex,
} from './history-messages.ts'
import { HistorySearch } from './history-search.ts'

/** Longest indexing step, in ms; it blocks other writers. */
const stepMs = 4
const stepMax = 400
/** Longest merge after a step before others may write, in ms. */
const mergeMs = 6
/** Pause when everything is indexed, in ms. */
const restMs = 500

/**
 * The history thread. It has its own database connection, answers reads and maintains the search index, so that neither
 * delays the app.
 */
// no schema library is read for one text: it would cost the thread 5 MB
const path: unknown = workerData?.path
if (typeof path !== 'string') throw new Error('the thread was given no database')
const port = parentPort
if (port === null) throw new Error('this is a thread')
const database = new Database(path)
const index = new SearchIndex(database)
const refolding = new Refolding(database, index)
const items = new HistoryItems(database)
const search = new HistorySearch({ index, items, query: new SearchQuery(database) })

let next: NodeJS.Timeout | null = null
/** True if index segments may need merging. */
let unmerged = true
/** Erases purged texts: first from the index, then from the log. */
let erasing: 'no' | 'wanted' | 'index' | 'log' = 'no'
port.on('message', (asked: HistoryQuestion | HistoryOrder) => {
  if (asked === endOfThread) end(port)
  else if (asked === restOfIndex) rest()
  else if (asked === workOfIndex) goOn()
  else if (asked === eraseTraces) erasing = 'wanted'
  else port.postMessage(answered(asked))
})
advance()

function rest(): void {
  if (next !== null) clearTimeout(next)
  next = null
}

function goOn(): void {
  if (next === null) advance()
}

function end(from: MessagePort): void {
  rest()
  database.close()
  // nothing is left to wait for, so the thread ends on its own
  from.close()
}

function answered(question: HistoryQuestion): HistoryAnswer {
  try {
    return { id: question.id, ok: true, value: answer(question) }
  } catch (cause) {
    return { id: question.id, ok: false, error: failureOf(cause) }
  }
}

function answer(question: HistoryQuestion): CallOutput<HistoryCall> {
  switch (question.call) {
    case 'history.list':
      return items.page(question.input.filter, question.input.offset, question.input.limit)
    case 'history.keys':
      return question.input.text.trim() === '' ? items.keys(question.input.filter) : search.keys(question.input)
    case 'history.facets':
      return items.facets()
    case 'history.search':
      return search.search(question.input)
    case 'fused':
      return search.fused(question.input)
    case 'history.hits':
      return search.hits(question.input)
    default:
      return assertNever(question, 'question')
  }
}

function erase(): void {
  if (erasing === 'wanted') index.beginErasing()
  erasing = index.erase(mergeMs, () => performance.now()) ? 'index' : 'log'
  if (erasing === 'log' && database.emptyLog()) erasing = 'no'
}

function advance(): void {
  let taken = 0
  let isFolding = false
  try {
    taken = index.advance(stepMax, stepMs, () => performance.now())
    // new texts first
    if (taken === 0) isFolding = refolding.advance(stepMax, stepMs, () => performance.now())
    unmerged ||= taken > 0 || isFolding
    if (unmerged) unmerged = index.merge(mergeMs, () => performance.now())
    else if (erasing !== 'no') erase()
  } catch {
    // a full or busy disk: the rest is indexed later
  }
  next = setTimeout(advance, taken > 0 || isFolding || unmerged || erasing === 'index' ? 1 : restMs)
}
