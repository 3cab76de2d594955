import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { Clock } from '../platform.ts'

export interface KillableThreadParts {
  /** Name of the thread, shown by debuggers. */
  readonly name: string
  /** The file that the thread runs. */
  readonly file: string
  readonly clock: Clock
  /** Time after a task before the idle thread ends, in ms. */
  readonly idleMs: number
  readonly resourceLimits?: ResourceLimits
  /**
   * Memory limit of the thread, including buffers; beyond it the thread is terminated. Must be far below
   * `resourceLimits`.
   */
  readonly memoryMax?: number
}

/** Outcome of a task: the thread's message, or the reason why there is none. */
export type ThreadOutcome =
  | { readonly ended: 'answered'; readonly message: unknown }
  | { readonly ended: 'deadline' | 'memory' | 'died' | 'aborted'; readonly cause?: unknown }

/** Returns why there is no answer, for an error's detail. */
export function endingWords({ ended }: Pick<ThreadOutcome, 'ended'>): string {
  if (ended === 'deadline') return 'reading took too long'
  return ended === 'memory' ? 'reading took too much memory' : 'the reader failed'
}

/** Interval of the memory check of a working thread, in ms. */
const memoryCheckMs = 50

/**
 * A thread that reads foreign bytes. It starts with the first task and ends when idle. A task that exceeds a limit
 * terminates the thread; the next task gets a new one. Tasks must not overlap.
 */
export class KillableThread {
  private readonly parts: KillableThreadParts
  private thread: Worker | null = null
  /** Cancels the planned end of the idle thread. */
  private keepThread: () => void = () => {}

  constructor(parts: KillableThreadParts) {
    this.parts = parts
  }

  get isRunning(): boolean {
    return this.thread !== null
  }

  /**
   * Sends one task and waits for its answer for at most `deadlineMs`. Moves the buffers in `handedOver` instead of
   * copying them. Never rejects.
   */
  async askThread(
    task: unknown,
    deadlineMs: number,
    signal?: AbortSignal,
    handedOver: readonly ArrayBuffer[] = [],
  ): Promise<ThreadOutcome> {
    if (signal?.aborted) return { ended: 'aborted' }
    this.keepThread()
    const thread = this.runningWorker()
    // a running task keeps the process alive, an idle thread does not
    thread.ref()
    const outcome = await this.answer(thread, task, deadlineMs, signal, handedOver)
    thread.unref()
    if (outcome.ended !== 'answered') await this.endOf(thread)
    if (this.thread === thread)
      this.keepThread = this.parts.clock.after(this.parts.idleMs, () => void this.endOf(thread))
    return outcome
  }

  /** Terminates the thread at any point, because it holds only its own memory. Resolves when it has ended. */
  async endThread(): Promise<void> {
    this.keepThread()
    if (this.thread !== null) await this.endOf(this.thread)
  }

  private async answer(
    thread: Worker,
    task: unknown,
    deadlineMs: number,
    signal: AbortSignal | undefined,
    handedOver: readonly ArrayBuffer[],
  ): Promise<ThreadOutcome> {
    const { clock } = this.parts
    const { promise, resolve } = Promise.withResolvers<ThreadOutcome>()
    const onMessage = (message: unknown): void => resolve({ ended: 'answered', message })
    const onError = (cause: unknown): void => resolve({ ended: isOutOfMemory(cause) ? 'memory' : 'died', cause })
    const onExit = (): void => resolve({ ended: 'died' })
    const onAbort = (): void => resolve({ ended: 'aborted' })
    const stopWaiting = clock.after(deadlineMs, () => resolve({ ended: 'deadline' }))
    const stopWatching = this.watchMemory(thread, () => resolve({ ended: 'memory' }))
    thread.on('message', onMessage).on('error', onError).on('exit', onExit)
    signal?.addEventListener('abort', onAbort)
    thread.postMessage(task, handedOver)
    const outcome = await promise
    stopWaiting()
    stopWatching()
    thread.off('message', onMessage).off('error', onError).off('exit', onExit)
    signal?.removeEventListener('abort', onAbort)
    return outcome
  }

  /**
   * Watches the total memory, because buffers lie outside the heap that `resourceLimits` limits. Returns the function
   * that stops watching.
   */
  private watchMemory(thread: Worker, onExcess: () => void): () => void {
    const { clock, memoryMax } = this.parts
    if (memoryMax === undefined) return () => {}
    let cancel = (): void => {}
    let isOver = false
    const look = async (): Promise<void> => {
      // even a looping thread answers, but a starting one does not
      const memory = await thread.getHeapStatistics().catch(() => null)
      if (isOver) return
      if (memory !== null && memory.used_heap_size + memory.external_memory > memoryMax) onExcess()
      else cancel = clock.after(memoryCheckMs, () => void look())
    }
    cancel = clock.after(memoryCheckMs, () => void look())
    return () => {
      isOver = true
      cancel()
    }
  }

  private runningWorker(): Worker {
    if (this.thread !== null) return this.thread
    const { file, name, resourceLimits } = this.parts
    const thread = new Worker(file, { name, ...(resourceLimits ? { resourceLimits } : {}) })
    this.thread = thread
    thread.on('error', () => void this.endOf(thread))
    thread.on('exit', () => void this.endOf(thread))
    return thread
  }

  private async endOf(thread: Worker): Promise<void> {
    if (this.thread === thread) this.thread = null
    await thread.terminate()
  }
}

function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
