import { type ResourceLimits, Worker } from 'node:worker_threads'
import { type AppError, AppFailure, appError } from '../../shared/errors.ts'
import type { Log } from '../platform.ts'

/** The questions that a thread answers: input and output by name. */
export type Questions<Q> = {
  readonly [N in keyof Q]: { readonly input: unknown; readonly output: unknown }
}

/** A message to a thread: a question, an order without an answer, or the order to end. */
export type ToThread<Order> =
  | { readonly kind: 'ask'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'end' }

/** A message from a thread: an answer, a refusal, or news without a question. */
export type FromThread<News> =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refused'; readonly id: number; readonly error: AppError }
  | { readonly kind: 'news'; readonly news: News }

export interface ThreadCallsParts<Q, News> {
  /** Name of the thread in the log, as in "the thread of the vectors". */
  readonly name: string
  /** The file that the thread runs. */
  readonly file: string
  /** Start data of the thread. */
  readonly data: unknown
  readonly log: Log
  readonly resourceLimits?: ResourceLimits
  /** Schemas of the outputs; without one an output is used unchecked. */
  readonly outputs?: { readonly [N in keyof Q]?: { readonly parse: (value: unknown) => unknown } }
  /** Called before a thread starts. */
  readonly prepare?: () => void
  /** Called with each thread that started, before the first question reaches it. */
  readonly onStart?: () => void
  readonly onNews?: (news: News) => void
}

interface Waiting {
  readonly name: string
  readonly resolve: (value: unknown) => void
  readonly reject: (cause: unknown) => void
}

/**
 * A thread that answers questions until it is asked to end. `serveCalls` is its other side. The first question starts
 * it, and the next one restarts it after a crash. It is never terminated: that crashes the process during a query.
 */
export class ThreadCalls<Q extends Questions<Q>, Order = never, News = never> {
  private readonly parts: ThreadCallsParts<Q, News>
  private thread: Worker | null = null
  private readonly waiting = new Map<number, Waiting>()
  private lastId = 0
  private closed = false
  /** Settles once a thread that was asked to end has ended; null while none is ending. */
  private ending: Promise<void> | null = null

  constructor(parts: ThreadCallsParts<Q, News>) {
    this.parts = parts
  }

  get isRunning(): boolean {
    return this.thread !== null
  }

  /** Asks the thread. Rejects with an AppFailure. Moves the buffers in `handedOver` instead of copying them. */
  ask<N extends keyof Q & string>(
    name: N,
    input: Q[N]['input'],
    handedOver?: readonly ArrayBuffer[],
  ): Promise<Q[N]['output']>
  // the outputs are parsed, or come from our own thread
  async ask(name: string, input: unknown, handedOver: readonly ArrayBuffer[] = []): Promise<unknown> {
    // a thread that is ending reads no further question
    if (this.ending !== null) await this.ending
    if (this.closed) throw new AppFailure(appError('app_closed'))
    this.lastId += 1
    const id = this.lastId
    return await new Promise<unknown>((resolve, reject) => {
      this.waiting.set(id, { name, resolve, reject })
      this.post(this.started(), { kind: 'ask', id, name, input }, handedOver)
    })
  }

  /** Gives an order, and starts the thread for it. Does nothing once closed. */
  sendOrder(order: Order): void {
    if (!this.closed) this.post(this.started(), { kind: 'order', order })
  }

  /** Gives an order to a running thread. */
  tellRunning(order: Order): void {
    if (!this.closed && this.thread !== null) this.post(this.thread, { kind: 'order', order })
  }

  /** Starts the thread unless it runs or is closed. */
  start(): void {
    if (!this.closed) this.started()
  }

  /** Lets the thread close its files and end. A later call starts it again. */
  async endThread(): Promise<void> {
    const { thread } = this
    if (thread === null || this.ending !== null) return await (this.ending ?? undefined)
    this.ending = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
    thread.ref()
    this.post(thread, { kind: 'end' })
    await this.ending
    this.ending = null
  }

  /** Ends the thread for good. Open questions are refused with `app_closed`. */
  async close(): Promise<void> {
    this.closed = true
    await this.endThread()
    this.refuseAll('app_closed')
  }

  private started(): Worker {
    if (this.thread !== null) return this.thread
    const { data, file, log, name, onStart, prepare, resourceLimits } = this.parts
    prepare?.()
    const thread = new Worker(file, { workerData: data, ...(resourceLimits === undefined ? {} : { resourceLimits }) })
    this.thread = thread
    thread.unref()
    thread.on('message', (message: FromThread<News>) => this.receiveMessage(message))
    thread.on('error', (cause) => {
      log('error', `the thread of ${name} died`, { cause: cause instanceof Error ? cause.name : 'unknown' })
    })
    thread.on('exit', () => {
      if (this.thread !== thread) return
      this.thread = null
      this.refuseAll('internal')
    })
    onStart?.()
    return thread
  }

  private post(thread: Worker, message: ToThread<Order>, handedOver: readonly ArrayBuffer[] = []): void {
    thread.postMessage(message, [...handedOver])
  }

  private receiveMessage(message: FromThread<News>): void {
    if (message.kind === 'news') {
      this.parts.onNews?.(message.news)
      return
    }
    const waiting = this.waiting.get(message.id)
    this.waiting.delete(message.id)
    if (waiting === undefined) return
    if (message.kind === 'refused') waiting.reject(new AppFailure(message.error))
    else this.settle(waiting, message.value)
  }

  private settle({ name, reject, resolve }: Waiting, value: unknown): void {
    const schema: { readonly parse: (value: unknown) => unknown } | undefined = Reflect.get(
      this.parts.outputs ?? {},
      name,
    )
    try {
      resolve(schema === undefined ? value : schema.parse(value))
    } catch (cause) {
      // in a `message` event an exception would end the process
      reject(cause)
    }
  }

  private refuseAll(code: 'app_closed' | 'internal'): void {
    for (const { reject } of this.waiting.values()) reject(new AppFailure(appError(code)))
    this.waiting.clear()
  }
}
