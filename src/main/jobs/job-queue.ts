import { failureOf } from '../faults.ts'
import type { Ports } from '../platform.ts'

/** The jobs that start by themselves. */
export interface JobLine {
  /** How many attempts may be out at once. */
  readonly atOnce: () => number
  /** The ids of the jobs that may be started now, in their order. */
  readonly ready: () => readonly string[]
  /** One attempt of a job that was ready. */
  readonly attempt: (id: string, signal: AbortSignal) => Promise<void>
}

export interface JobQueueParts extends Pick<Ports, 'clock' | 'log'> {
  /** Names the kind in the log. */
  readonly kind: string
  /** Called when anything that ran for a job has ended. */
  readonly onEnd: (id: string) => void
  /** Null for a kind that plans for itself what runs when. */
  readonly line: JobLine | null
}

interface Run {
  readonly abort: AbortController
  /** Whether it takes the room of an attempt. */
  readonly isAttempt: boolean
}

/**
 * Queue of one kind of job: starts attempts in order while there is room, wakes waiting jobs, and aborts running ones.
 * The kind decides which jobs are ready and what an attempt leads to.
 */
export class JobQueue {
  private readonly parts: JobQueueParts
  private readonly runs = new Map<string, Run>()
  /** The undo of each wait. */
  private readonly waits = new Map<string, () => void>()
  private readonly tasks = new Set<Promise<void>>()
  private stopped = false

  constructor(parts: JobQueueParts) {
    this.parts = parts
  }

  get isStopped(): boolean {
    return this.stopped
  }

  isRunning(id: string): boolean {
    return this.runs.has(id)
  }

  /** Starts what there is room for. Call it whenever something became ready or the room changed. */
  pump(): void {
    const { line } = this.parts
    if (line === null) return
    const { atOnce, attempt, ready } = line
    while (!this.stopped && this.attempts() < atOnce()) {
      const id = ready().find((one) => !this.runs.has(one))
      if (id === undefined) return
      this.start(id, (signal) => attempt(id, signal), true)
    }
  }

  /** Runs something for a job beside the line, in the place of what ran for it. Resolves when it has ended; never rejects. */
  run(id: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.start(id, work, false)
  }

  /** Calls `then` at a time in ms since 1970, in the place of an earlier wait of the same id. */
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

  /** Aborts what runs for a job. Its room is free when it has ended. */
  abort(id: string): void {
    this.runs.get(id)?.abort.abort()
  }

  /** Aborts what runs for a job and drops its wait. Its room is free at once. */
  release(id: string): void {
    this.unwake(id)
    this.abort(id)
    this.runs.delete(id)
  }

  /** Starts and wakes nothing more; what runs goes on. */
  stop(): void {
    this.stopped = true
    for (const id of [...this.waits.keys()]) this.unwake(id)
  }

  /** Aborts what runs. Resolves when all of it has ended. */
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
    const task = work(run.abort.signal)
      // only a database that cannot even be read comes to this; the row says what the next start needs
      .catch((cause: unknown) => log('error', `${kind} broke off`, { code: failureOf(cause).code }))
      .finally(() => {
        this.tasks.delete(task)
        if (this.runs.get(id) === run) this.runs.delete(id)
        onEnd(id)
      })
    this.tasks.add(task)
    return task
  }
}
