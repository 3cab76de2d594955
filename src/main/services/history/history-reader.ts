import { Worker } from 'node:worker_threads'
import type { z } from 'zod'
import { AppFailure, appError } from '../../../shared/errors.ts'
import { type CallInput, type CallOutput, calls } from '../../../shared/ipc/contract.ts'
import type { Log } from '../../platform.ts'
import { threadFile } from '../../threads/thread-file.ts'
import {
  endOfThread,
  eraseTraces,
  type FusedSearch,
  type HistoryAnswer,
  type HistoryCall,
  type HistoryThreadData,
  restOfIndex,
  workOfIndex,
} from './history-messages.ts'

const outputs: { readonly [N in HistoryCall]: { readonly output: z.ZodType<CallOutput<N>> } } = calls

/**
 * Size of the thread's young generation, in MB: a third of Node's default. Indexing a large history produces much
 * garbage, and the thread's memory is the app's.
 */
const maxYoungGenerationSizeMb = 16

interface Waiting {
  readonly settle: (answer: HistoryAnswer) => void
  readonly reject: (cause: unknown) => void
}

/** Sends questions to the history thread. The first question starts it, also after it died. */
export class HistoryReader {
  private readonly path: string
  private readonly log: Log
  private thread: Worker | null = null
  private readonly waiting = new Map<number, Waiting>()
  private nextId = 1
  private closed = false

  constructor(path: string, log: Log) {
    this.path = path
    this.log = log
  }

  /** Starts indexing items that are not in the index yet. */
  start(): void {
    this.running()
  }

  /** Pauses indexing until the returned undo is called, because two heavy writers keep each other waiting. */
  rest(): () => void {
    this.thread?.postMessage(restOfIndex)
    let resting = true
    return () => {
      if (resting && !this.closed) this.thread?.postMessage(workOfIndex)
      resting = false
    }
  }

  /** Removes deleted texts from the index and the write-ahead log, in the background. */
  eraseTraces(): void {
    if (!this.closed) this.running().postMessage(eraseTraces)
  }

  /** Asks the thread. Rejects with an AppFailure. */
  async ask<N extends HistoryCall>(call: N, input: CallInput<N>): Promise<CallOutput<N>> {
    return await this.post({ call, input }, outputs[call].output)
  }

  /** Searches by words and meaning together. Rejects with an AppFailure. */
  async fused(input: FusedSearch): Promise<CallOutput<'history.search'>> {
    return await this.post({ call: 'fused', input }, outputs['history.search'].output)
  }

  private async post<T>(
    question: { readonly call: string; readonly input: unknown },
    output: z.ZodType<T>,
  ): Promise<T> {
    if (this.closed) throw new AppFailure(appError('app_closed'))
    const id = this.nextId
    this.nextId += 1
    return await new Promise<T>((resolve, reject) => {
      const settle = (answer: HistoryAnswer): void => {
        if (!answer.ok) {
          reject(new AppFailure(answer.error))
          return
        }
        // runs in a `message` event, where an exception would end the process
        const parsed = output.safeParse(answer.value)
        if (parsed.success) resolve(parsed.data)
        else reject(parsed.error)
      }
      this.waiting.set(id, { settle, reject })
      this.running().postMessage({ id, ...question })
    })
  }

  async close(): Promise<void> {
    this.closed = true
    const { thread } = this
    if (thread !== null) {
      const exited = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
      thread.ref()
      thread.postMessage(endOfThread)
      await exited
    }
    this.failAll('app_closed')
  }

  private running(): Worker {
    if (this.thread !== null) return this.thread
    const data: HistoryThreadData = { path: this.path }
    const thread = new Worker(threadFile('history-thread', import.meta.url), {
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb },
    })
    this.thread = thread
    thread.unref()
    thread.on('message', (answer: HistoryAnswer) => this.settle(answer))
    thread.on('error', (cause) => {
      this.log('error', 'the thread of the history died', { cause: cause instanceof Error ? cause.name : 'unknown' })
    })
    thread.on('exit', () => {
      if (this.thread !== thread) return
      this.thread = null
      this.failAll('internal')
    })
    return thread
  }

  private settle(answer: HistoryAnswer): void {
    this.waiting.get(answer.id)?.settle(answer)
    this.waiting.delete(answer.id)
  }

  private failAll(code: 'app_closed' | 'internal'): void {
    for (const { reject } of this.waiting.values()) reject(new AppFailure(appError(code)))
    this.waiting.clear()
  }
}
