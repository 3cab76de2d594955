import { failureOf } from '../faults.ts'
import type { Log } from '../platform.ts'
import type { Database } from '../storage/database.ts'

export interface JobStoreParts {
  readonly database: Database
  readonly log: Log
}

/** Rows of one kind of job, as they are on disk. */
export interface JobRows<Job> {
  findJob(id: string): Job | null
  /** Returns true if this computer owns the job. */
  isOwn(id: string): boolean
}

/**
 * State of every job of one kind. The kind's machine decides each change, which is stored before it takes effect.
 * Changes that could not be written yet are held in memory. A job of another computer gets no event here, so it is
 * never sent.
 */
export abstract class JobStore<Job extends { readonly id: string }, Event> {
  private readonly base: JobStoreParts
  private readonly rows: JobRows<Job>
  private readonly pending = new Map<string, Job>()
  private readonly watchers = new Map<string, Set<(job: Job) => void>>()
  private closed = false

  constructor(parts: JobStoreParts, rows: JobRows<Job>) {
    this.base = parts
    this.rows = rows
  }

  /** Kind of job, for the log. */
  protected abstract readonly kind: string

  /** Returns the job after an event; null if the event has no effect. */
  protected abstract next(job: Job, event: Event): Job | null

  /** Writes a job. `before` is the row on disk; null if the row is older. */
  protected abstract writeJob(job: Job, before: Job | null): void

  /** Reports a change, also one that could not be written. */
  protected abstract changed(before: Job, job: Job): void

  /** Returns whether a change must survive a power failure, which costs a disk sync. */
  protected isDurable(_before: Job, _job: Job): boolean {
    return true
  }

  get isClosed(): boolean {
    return this.closed
  }

  findJob(id: string): Job | null {
    return this.pending.get(id) ?? this.rows.findJob(id)
  }

  /**
   * Applies an event to a job; null when the event does not apply to its state. `also` writes in the same transaction.
   * Throws an AppFailure when the disk refuses; then nothing has changed.
   */
  applyEvent(id: string, event: Event, also: (job: Job) => void = () => {}): Job | null {
    const { before, job } = this.jobAfterEvent(id, event)
    if (before === null || job === null) return null
    const write = (): void => {
      this.writeJob(job, this.pending.has(id) ? null : before)
      also(job)
    }
    if (this.isDurable(before, job)) this.base.database.durably(write)
    else this.base.database.transaction(write)
    this.pending.delete(id)
    this.report(before, job)
    return job
  }

  /** Calls `listener` after each change of a job; returns the function that removes it. */
  watch(id: string, listener: (job: Job) => void): () => void {
    const listeners = this.watchers.get(id) ?? new Set()
    this.watchers.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.watchers.delete(id)
    }
  }

  /** Applies an event even if it cannot be written. Never throws disk errors. */
  record(id: string, event: Event): Job | null {
    const { before, job } = this.jobAfterEvent(id, event)
    if (before === null || job === null) return null
    try {
      return this.applyEvent(id, event)
    } catch (cause) {
      this.notWritten(cause)
      this.pending.set(id, job)
      this.report(before, job)
      return job
    }
  }

  /** Writes pending changes as far as possible. */
  flush(): void {
    for (const [id, job] of this.pending) {
      try {
        this.base.database.durably(() => this.writeJob(job, null))
        this.pending.delete(id)
      } catch (cause) {
        this.notWritten(cause)
      }
    }
  }

  /** Writes pending changes and accepts no more. Running jobs keep their state for the next start. */
  close(): void {
    this.flush()
    this.closed = true
  }

  /** Returns the current state of a row. */
  protected current(row: Job): Job {
    return this.pending.get(row.id) ?? row
  }

  /** Returns a job that can receive events, including a job that `findJob` hides. */
  protected reached(id: string): Job | null {
    return this.findJob(id)
  }

  /** Returns a job's change that could not be written yet; null if there is none. */
  protected pendingOf(id: string): Job | null {
    return this.pending.get(id) ?? null
  }

  /** Drops the pending change of a removed job. */
  protected drop(id: string): void {
    this.pending.delete(id)
  }

  private report(before: Job, job: Job): void {
    this.changed(before, job)
    for (const listener of [...(this.watchers.get(job.id) ?? [])]) listener(job)
  }

  private jobAfterEvent(id: string, event: Event): { readonly before: Job | null; readonly job: Job | null } {
    const before = this.closed ? null : this.reached(id)
    return { before, job: before !== null && this.rows.isOwn(id) ? this.next(before, event) : null }
  }

  private notWritten(cause: unknown): void {
    this.base.log('error', `${this.kind} could not be kept`, { code: failureOf(cause).code })
  }
}
