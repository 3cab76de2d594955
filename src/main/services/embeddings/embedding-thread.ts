import { workerData } from 'node:worker_threads'
import { z } from 'zod'
import { Database } from '../../storage/database.ts'
import { MeaningChanges } from '../../storage/meaning-changes.ts'
import { openVectors } from '../../storage/vector-database.ts'
import { serveCalls } from '../../threads/thread-serving.ts'
import type { VectorCalls, VectorNews } from './vector-messages.ts'
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
const tell = serveCalls<VectorCalls, never, VectorNews>(
  {
    report: () => store.report(),
    choose: (input) => store.chooseModel(input),
    setTerms: (input) => store.setTerms(input),
    batch: (input) => store.batch(input),
    again: (input) => store.again(input),
    commit: (input) => store.commit(input),
    fail: (input) => store.fail(input),
    shrink: (input) => store.shrink(input),
    release: () => store.release(),
    beginQuery: (input) => store.beginQuery(input),
    endQuery: (input) => store.endQuery(input),
    dimension: () => store.dimension(),
    nearest: (input) => store.nearest(input),
    compare: (input) => store.compare(input),
    retain: (input) => store.retain(input),
    collections: () => store.collections(),
    put: (input) => store.putPassages(input),
    progress: (input) => store.progress(input),
    removeSet: (input) => store.removeSet(input),
    unfollow: () => store.unfollow(),
  },
  {
    onAnswered(name) {
      // while the gateway makes the query's vector
      if (name === 'beginQuery') store.prepareSearch()
    },
    onEnd() {
      if (next !== null) clearTimeout(next)
      next = null
      vectors.close()
      database.close()
    },
  },
)
advance()

function advance(): void {
  let taken = 0
  try {
    if (store.isFollowing) {
      const step = store.intake.takeChanges(stepMs)
      taken = step.taken
      store.hasForgotten ||= step.hasForgotten
      // the log still holds forgotten texts
      if (taken === 0 && store.hasForgotten && vectors.emptyLog()) store.hasForgotten = false
      if (taken > 0) tell('changed')
    }
  } catch {
    // a full or busy disk: the rest is processed later
  }
  next = setTimeout(advance, taken > 0 ? 1 : restMs)
}
