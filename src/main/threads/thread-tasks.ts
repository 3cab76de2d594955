import type { z } from 'zod'
import { KeyedMutex } from './keyed-mutex.ts'
import { KillableThread, type KillableThreadParts, type ThreadOutcome } from './killable-thread.ts'

/** The answer to a task, or null with the reason. `isUnread`: it does not match the schema. */
export type TaskOutcome<T> =
  | { readonly answer: T; readonly ended: 'answered'; readonly isUnread: false }
  | { readonly answer: null; readonly ended: 'answered'; readonly isUnread: true; readonly cause: unknown }
  | { readonly answer: null; readonly ended: Exclude<ThreadOutcome['ended'], 'answered'>; readonly cause?: unknown }

interface Asking {
  readonly deadlineMs: number
  readonly signal?: AbortSignal | undefined
  /** Buffers that move instead of being copied. */
  readonly handedOver?: readonly ArrayBuffer[]
}

/**
 * Tasks for a thread that reads foreign bytes, one after another, within bounds on time and memory. Hostile bytes can at
 * worst end the thread; the next task gets a new one. `serveTasks` is its other side.
 */
export class ThreadTasks<Task> {
  private readonly thread: KillableThread
  private readonly turns = new KeyedMutex()

  constructor(parts: KillableThreadParts) {
    this.thread = new KillableThread(parts)
  }

  /** Sends one task after the earlier ones, and waits for its answer. Never rejects. */
  async askThread<T>(
    task: Task,
    schema: z.ZodType<T>,
    { deadlineMs, handedOver, signal }: Asking,
  ): Promise<TaskOutcome<T>> {
    const outcome = await this.turns.run('thread', () => this.thread.askThread(task, deadlineMs, signal, handedOver))
    if (outcome.ended !== 'answered') return { answer: null, ended: outcome.ended, cause: outcome.cause }
    const read = schema.safeParse(outcome.message)
    return read.success
      ? { answer: read.data, ended: 'answered', isUnread: false }
      : { answer: null, ended: 'answered', isUnread: true, cause: read.error }
  }

  async endThread(): Promise<void> {
    await this.thread.endThread()
  }
}

/** Returns the buffer of bytes that fill it whole, to be handed over; none for a part of a shared one. */
export function ownBuffer({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : []
}
