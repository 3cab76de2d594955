import { Worker } from 'node:worker_threads'
import { AppFailure, appError } from '../../../shared/errors.ts'
import type { Log } from '../../platform.ts'
import { threadFile } from '../../threads/thread-file.ts'
import {
  endOfVectors,
  type VectorAnswer,
  type VectorCall,
  type VectorCalls,
  type VectorThreadData,
  vectorNews,
} from './vector-messages.ts'

interface Waiting {
  readonly settle: (answer: VectorAnswer) => void
  readonly reject: (cause: unknown) => void
}

/** Asks the thread of the vectors. The first question starts it, also after it died. */
export class VectorKeeper {
  private readonly data: VectorThreadData
  private readonly log: Log
  private readonly news: () => void
  private thread: Worker | null = null
  private readonly waiting = new Map<number, Waiting>()
  private nextId = 1
  private closed = false
  /** Settles once a thread that was asked to end has ended; null while none is ending. */
  private ending: Promise<void> | null = null

  /** `news` runs when texts were added or removed. */
  constructor(data: VectorThreadData, log: Log, news: () => void) {
    this.data = data
    this.log = log
    this.news = news
  }

  /** Asks the thread. Rejects with an AppFailure. Ownership of buffers in `handedOver` moves. */
  async ask<N extends VectorCall>(
    call: N,
    input: VectorCalls[N]['input'],
    handedOver: readonly ArrayBuffer[] = [],
  ): Promise<VectorCalls[N]['output']> {
    // a thread that is ending reads no further question
    if (this.ending !== null) await this.ending
    if (this.closed) throw new AppFailure(appError('app_closed'))
    const id = this.nextId
    this.nextId += 1
    return await new Promise<VectorCalls[N]['output']>((resolve, reject) => {
      const settle = (answer: VectorAnswer): void => {
        if (answer.ok) resolve(answer.value)
        else reject(new AppFailure(answer.error))
      }
      this.waiting.set(id, { settle, reject })
      this.running().postMessage({ id, call, input }, [...handedOver])
    })
  }

  /** Closes the files and ends the thread; a later question starts it again. */
  async end(): Promise<void> {
    const { thread } = this
    if (thread === null || this.ending !== null) return await (this.ending ?? undefined)
    this.ending = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
    thread.ref()
    thread.postMessage(endOfVectors)
    await this.ending
    this.ending = null
  }

  async close(): Promise<void> {
    this.closed = true
    await this.end()
    this.failAll('app_closed')
  }

  private running(): Worker {
    if (this.thread !== null) return this.thread
    const thread = new Worker(threadFile('embedding-thread', import.meta.url), { workerData: this.data })
    this.thread = thread
    thread.unref()
    thread.on('message', (answer: VectorAnswer | typeof vectorNews) => {
      if (answer === vectorNews) this.news()
      else this.settle(answer)
    })
    thread.on('error', (cause) => {
      this.log('error', 'the thread of the vectors died', { cause: cause instanceof Error ? cause.name : 'unknown' })
    })
    thread.on('exit', () => {
      if (this.thread !== thread) return
      this.thread = null
      this.failAll('internal')
    })
    return thread
  }

  private settle(answer: VectorAnswer): void {
    this.waiting.get(answer.id)?.settle(answer)
    this.waiting.delete(answer.id)
  }

  private failAll(code: 'app_closed' | 'internal'): void {
    for (const { reject } of this.waiting.values()) reject(new AppFailure(appError(code)))
    this.waiting.clear()
  }
}
