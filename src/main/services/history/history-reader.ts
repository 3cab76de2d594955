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
/** Wait before the thread starts without a question, in ms: the start of the app needs the processor itself. */
const startDelayMs = 1000

/** Asks the history thread. */
export class HistoryReader {
  private readonly calls: ThreadCalls<HistoryQuestions, HistoryOrder>
  private starting: NodeJS.Timeout | null = null
  /** Number of pauses that have not been undone. */
  private pauses = 0

  constructor(path: string, log: Log) {
    this.calls = new ThreadCalls({
      name: 'the history',
      file: threadFile('history-thread', import.meta.url),
      data: { path } satisfies HistoryThreadData,
      log,
      resourceLimits: { maxYoungGenerationSizeMb },
      onStart: () => {
        if (this.pauses > 0) this.calls.tellRunning('rest')
      },
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

  /** Starts indexing items that are not in the index yet: after a second, or with the first question. */
  startIndexing(): void {
    this.starting = setTimeout(() => this.calls.start(), startDelayMs).unref()
  }

  /** Pauses indexing until the returned undo is called, because two heavy writers keep each other waiting. */
  pauseIndexing(): () => void {
    this.pauses += 1
    this.calls.tellRunning('rest')
    let resting = true
    return () => {
      if (!resting) return
      resting = false
      this.pauses -= 1
      if (this.pauses === 0) this.calls.tellRunning('work')
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
    if (this.starting !== null) clearTimeout(this.starting)
    await this.calls.close()
  }
}
