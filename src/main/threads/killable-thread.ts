import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { Clock } from '../platform.ts'

export interface KillableThreadParts {
  /** Shown by debuggers. */
  readonly name: string
  /** The file that the thread runs. */
  readonly file: string
  readonly clock: Clock
  /** How long the thread stays after a task, in ms. */
  readonly idleMs: number
  readonly resourceLimits?: ResourceLimits
  /** The thread is ended when it uses more, buffers included. Must be far below `resourceLimits`. */
  readonly memoryMax?: number
}

/** The end of a task: the message that the thread sent, or the reason why there is none. */
export type ThreadOutcome =
  | { readonly ended: 'answered'; readonly message: unknown }
  | { readonly ended: 'deadline' | 'memory' | 'died' | 'aborted'; readonly cause?: unknown }

/** Why there is no answer, for an error's detail. */
export function endingWords({ ended }: ThreadOutcome): string {
  if (ended === 'deadline') return 'reading took too long'
  return ended === 'memory' ? 'reading took too much memory' : 'the reader failed'
}

/** How often the memory of a working thread is looked at, in ms. */
const memoryCheckMs = 50

/**
 * A thread that reads foreign bytes. It starts with the first task and ends when idle. A task that breaks a bound ends
 * the thread; the next task gets a new one. Tasks must not overlap.
 */
export class KillableThread {
  private readonly parts: KillableThreadParts
  private thread: Worker | null = null
  /** Takes back that the idle thread is to end. */
  private keepThread: () => void = () => {}

  constructor(parts: KillableThreadParts) {
    this.parts = parts
  }

  get isRunning(): boolean {
    return this.thread !== null
  }

  /** Sends one task and waits for its answer, for `deadlineMs` at most; `handedOver` is not copied. Never rejects. */
  async ask(
    task: unknown,
    deadlineMs: number,
    signal?: AbortSignal,
    handedOver: readonly ArrayBuffer[] = [],
  ): Promise<ThreadOutcome> {
    if (signal?.aborted) return { ended: 'aborted' }
    this.keepThread()
    const thread = this.running()
    // a task that is under way keeps the process, an idle thread does not
    thread.ref()
    const outcome = await this.answer(thread, task, deadlineMs, signal, handedOver)
    thread.unref()
    if (outcome.ended !== 'answered') await this.endOf(thread)
    if (this.thread === thread)
      this.keepThread = this.parts.clock.after(this.parts.idleMs, () => void this.endOf(thread))
    return outcome
  }

  /** Ends the thread in the middle of any task: it holds nothing but its own memory. Resolves when it runs no more. */
  async end(): Promise<void> {
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

  /** Buffers lie outside the heap that `resourceLimits` bounds. Returns its undo. */
  private watchMemory(thread: Worker, onExcess: () => void): () => void {
    const { clock, memoryMax } = this.parts
    if (memoryMax === undefined) return () => {}
    let cancel = (): void => {}
    let isOver = false
    const look = async (): Promise<void> => {
      // answered also by a thread that is in a loop, and not by one that is about to start
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

  private running(): Worker {
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

/** The file of a thread: built, it lies beside the bundle; under test it is the source beside `module`. */
export function threadFile(name: string, module: string): string {
  const built = fileURLToPath(new URL(`./${name}.js`, module))
  return existsSync(built) ? built : fileURLToPath(new URL(`./${name}.ts`, module))
}

function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
