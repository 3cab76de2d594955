import { failureOf } from '../faults.ts'
import type { Ports } from '../platform.ts'

/** The jobs that start automatically. */
export interface JobLine {
  /** Maximum number of attempts at the same time. */
  readonly atOnce: () => number
  /** Ids of jobs that may start now, in order. */
  readonly ready: () => readonly string[]
  /** Runs one attempt of a ready job. */
  readonly attempt: (id: string, signal: AbortSignal) => Promise<void>
}

export interface JobQueueParts extends Pick<Ports, 'clock' | 'log'> {
  /** Kind of job, for the log. */
  readonly kind: string
  /** True if the user has paused all queues. Call `pump` when the pause ends. */
  readonly isPaused: () => boolean
  /** Called when the work for a job has ended. */
  readonly onEnd: (id: string) => void
  /** The jobs that start automatically; null for a kind that schedules its jobs itself. */
  readonly line: JobLine | null
}

interface Run {
  readonly abort: AbortController
  /** True if the run counts as an attempt. */
  readonly isAttempt: boolean
}

/**
 * Queue of one kind of job: starts attempts in order up to the limit, wakes waiting jobs, and aborts running ones.
 * The kind decides which jobs are ready and how an attempt ends.
 */
export class JobQueue {
  private readonly parts: JobQueueParts
  private readonly runs = new Map<string, Run>()
  /** Functions that cancel each wait, by id. */
  private readonly waits = new Map<string, () => void>()
  private readonly tasks = new Set<Promise<void>>()
  private stopped = false

  constructor(parts: JobQueueParts) {
    this.parts = parts
  }

  get isStopped(): boolean {
    return this.stopped
  }

  /** True if no attempt may start automatically. An attempt checks again just before it sends a paid request. */
  get isPaused(): boolean {
    return this.parts.isPaused()
  }

  isRunning(id: string): boolean {
    return this.runs.has(id)
  }

  /** Starts attempts up to the limit; none while paused. Call it when a job became ready or the limit changed. */
  pump(): void {
    const { line } = this.parts
    if (line === null) return
    const { atOnce, attempt, ready } = line
    while (!this.stopped && !this.isPaused && this.attempts() < atOnce()) {
      const id = ready().find((one) => !this.runs.has(one))
      if (id === undefined) return
      this.start(id, (signal) => attempt(id, signal), true)
    }
  }

  /** Runs work for a job outside the queue and replaces its running work. Resolves when it has ended; never rejects. */
  run(id: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.start(id, work, false)
  }

  /** Calls `then` at a time in ms since 1970; replaces an earlier wait of the same id. */
  wake(id: string, at: number, then: () => void): void {
    const { clock } = this.parts
    this.unwake(id)
    const cancel = clock.after(Math.max(0, at - clock.now()), () => {
      this.waits.delete(id)
      then()
    })
    this.waits.set(id, cancel)
  }

  unwake(id: string): void {
    this.waits.get(id)?.()
    this.waits.delete(id)
  }

  /** Aborts a job's work. Its slot stays occupied until the work has ended. */
  abort(id: string): void {
    this.runs.get(id)?.abort.abort()
  }

  /** Aborts a job's work and drops its wait. Its slot is free immediately. */
  release(id: string): void {
    this.unwake(id)
    this.abort(id)
    this.runs.delete(id)
  }

  /** Starts and wakes no more jobs; running ones continue. */
  stop(): void {
    this.stopped = true
    for (const id of [...this.waits.keys()]) this.unwake(id)
  }

  /** Aborts all running work. Resolves when it has ended. */
  async close(): Promise<void> {
    this.stop()
    for (const id of [...this.runs.keys()]) this.abort(id)
    await Promise.all(this.tasks)
  }

  private attempts(): number {
    return [...this.runs.values()].filter(({ isAttempt }) => isAttempt).length
  }

  private start(id: string, work: (signal: AbortSignal) => Promise<void>, isAttempt: boolean): Promise<void> {
    const { kind, log, onEnd } = this.parts
    const run: Run = { abort: new AbortController(), isAttempt }
    this.runs.set(id, run)
    // happens only if the database cannot be read; the row has everything that the next start needs
    const brokeOff = (cause: unknown): void => log('error', `${kind} broke off`, { code: failureOf(cause).code })
    const task = work(run.abort.signal)
      .catch(brokeOff)
      .then(() => {
        this.tasks.delete(task)
        if (this.runs.get(id) === run) this.runs.delete(id)
        onEnd(id)
      })
      .catch(brokeOff)
    this.tasks.add(task)
    return task
  }
}
