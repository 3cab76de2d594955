import { type CallOutput, calls } from '../../../shared/ipc/contract.ts'
import type { Log } from '../../platform.ts'
import { ThreadCalls } from '../../threads/thread-calls.ts'
import { threadFile } from '../../threads/thread-file.ts'
import type { FusedSearch, HistoryCall, HistoryOrder, HistoryQuestions, HistoryThreadData } from './history-messages.ts'

/**
 * Size of the thread's young generation, in MB: a third of Node's default. Indexing a large history produces much
 * garbage, and the thread's memory is the app's.
 */
const maxYoungGenerationSizeMb = 16

/** Asks the history thread. */
export class HistoryReader {
  private readonly calls: ThreadCalls<HistoryQuestions, HistoryOrder>

  constructor(path: string, log: Log) {
    this.calls = new ThreadCalls({
      name: 'the history',
      file: threadFile('history-thread', import.meta.url),
      data: { path } satisfies HistoryThreadData,
      log,
      resourceLimits: { maxYoungGenerationSizeMb },
      outputs: {
        'history.list': calls['history.list'].output,
        'history.keys': calls['history.keys'].output,
        'history.facets': calls['history.facets'].output,
        'history.search': calls['history.search'].output,
        'history.hits': calls['history.hits'].output,
        fused: calls['history.search'].output,
      },
    })
  }

  /** Starts indexing items that are not in the index yet. */
  startIndexing(): void {
    this.calls.start()
  }

  /** Pauses indexing until the returned undo is called, because two heavy writers keep each other waiting. */
  pauseIndexing(): () => void {
    this.calls.tellRunning('rest')
    let resting = true
    return () => {
      if (resting) this.calls.tellRunning('work')
      resting = false
    }
  }

  /** Removes deleted texts from the index and the write-ahead log, in the background. */
  eraseTraces(): void {
    this.calls.sendOrder('erase')
  }

  /** Asks the thread. Rejects with an AppFailure. */
  async askThread<N extends HistoryCall>(
    call: N,
    input: HistoryQuestions[N]['input'],
  ): Promise<HistoryQuestions[N]['output']> {
    return await this.calls.ask(call, input)
  }

  /** Searches by words and meaning together. Rejects with an AppFailure. */
  async fused(input: FusedSearch): Promise<CallOutput<'history.search'>> {
    return await this.calls.ask('fused', input)
  }

  async close(): Promise<void> {
    await this.calls.close()
  }
}
