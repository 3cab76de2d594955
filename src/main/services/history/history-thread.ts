import { workerData } from 'node:worker_threads'
import { Database } from '../../storage/database.ts'
import { HistoryItems } from '../../storage/history-items.ts'
import { Refolding } from '../../storage/refolding.ts'
import { SearchIndex } from '../../storage/search-index.ts'
import { SearchQuery } from '../../storage/search-query.ts'
import { serveCalls } from '../../threads/thread-serving.ts'
import type { HistoryOrder, HistoryQuestions } from './history-messages.ts'
import { HistorySearch } from './history-search.ts'

/** Longest indexing step, in ms; it blocks other writers. */
const stepMs = 4
const stepMax = 400
/** Maximum duration of a merge after a step before others may write, in ms. */
const mergeMs = 6
/** Pause at the start, and when everything is indexed, in ms. */
const restMs = 500

/**
 * The history thread. It has its own database connection, answers reads and maintains the search index, so that neither
 * delays the app.
 */
// no schema library is read for one text: it would cost the thread 5 MB
const path: unknown = workerData?.path
if (typeof path !== 'string') throw new Error('the thread was given no database')
const database = new Database(path)
const index = new SearchIndex(database)
const refolding = new Refolding(database, index)
const items = new HistoryItems(database)
const search = new HistorySearch({ index, items, query: new SearchQuery(database), now: () => performance.now() })

// the page, which starts at the same time, comes first
let next: NodeJS.Timeout | null = setTimeout(advance, restMs)
/** True if index segments may need merging. */
let unmerged = true
/** Erases purged texts: first from the index, then from the log. */
let erasing: 'no' | 'wanted' | 'index' | 'log' = 'no'
serveCalls<HistoryQuestions, HistoryOrder>(
  {
    'history.list': ({ filter, limit, offset }) => items.itemPage(filter, offset, limit),
    'history.keys': (input) => (input.text.trim() === '' ? items.keysOf(input.filter) : search.keysOf(input)),
    'history.months': ({ filter }) => items.monthsOf(filter),
    'history.facets': () => items.facets(),
    'history.search': (input) => search.search(input),
    'history.hits': (input) => search.hits(input),
    fused: (input) => search.fused(input),
  },
  {
    onOrder(order) {
      if (order === 'rest') rest()
      else if (order === 'work') goOn()
      else erasing = 'wanted'
    },
    onEnd() {
      rest()
      database.close()
    },
  },
)

function rest(): void {
  if (next !== null) clearTimeout(next)
  next = null
}

function goOn(): void {
  if (next === null) advance()
}

function erase(): void {
  if (erasing === 'wanted') index.beginErasing()
  erasing = index.erase(mergeMs, () => performance.now()) ? 'index' : 'log'
  if (erasing === 'log' && database.emptyLog()) erasing = 'no'
}

function advance(): void {
  const began = performance.now()
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
  const goesOn = taken > 0 || isFolding || unmerged || erasing === 'index'
  // half of the time is for others: where they wait for a core, a step takes longer, and so does the pause after it
  next = setTimeout(advance, goesOn ? Math.max(1, performance.now() - began) : restMs)
}
