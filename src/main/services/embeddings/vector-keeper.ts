import type { Log } from '../../platform.ts'
import { ThreadCalls } from '../../threads/thread-calls.ts'
import { threadFile } from '../../threads/thread-file.ts'
import type { VectorCalls, VectorNews, VectorThreadData } from './vector-messages.ts'

/** Asks the thread of the vectors. */
export class VectorKeeper extends ThreadCalls<VectorCalls, never, VectorNews> {
  /** `news` runs when texts were added or removed. */
  constructor(data: VectorThreadData, log: Log, news: () => void) {
    super({ name: 'the vectors', file: threadFile('embedding-thread', import.meta.url), data, log, onNews: news })
  }
}
