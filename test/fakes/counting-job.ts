import { JobStore } from '../../src/main/jobs/job-store.ts'
import type { Log } from '../../src/main/platform.ts'
import type { Database } from '../../src/main/storage/database.ts'

/** The smallest kind of job: a number that grows until it ends. */
export interface CountingJob {
  readonly id: string
  readonly count: number
  readonly ended: boolean
}

export type CountingEvent = { readonly type: 'add'; readonly by: number } | { readonly type: 'end' }

export class CountingStore extends JobStore<CountingJob, CountingEvent> {
  protected readonly kind = 'counting job'
  /** For each change: the value before, the value after, and the row on disk at the time of writing. */
  readonly changes: { readonly from: number; readonly to: number }[] = []
  readonly writtenOver: (number | null)[] = []
  /** Ids of jobs of another computer. */
  readonly foreign = new Set<string>()
  private readonly database: Database

  constructor(database: Database, log: Log = () => undefined) {
    super({ database, log }, { findJob: (id) => this.row(id), isOwn: (id) => !this.foreign.has(id) })
    this.database = database
    database.execute('CREATE TABLE IF NOT EXISTS counting (id TEXT PRIMARY KEY, count INTEGER, ended INTEGER)')
  }

  /** The row on disk. */
  row(id: string): CountingJob | null {
    const row = this.database.prepare('SELECT count, ended FROM counting WHERE id = ?').get(id)
    return row === undefined ? null : { id, count: Number(row.count), ended: row.ended === 1 }
  }

  add(id: string): void {
    this.database.prepare('INSERT INTO counting VALUES (?, 0, 0)').run(id)
  }

  protected next(job: CountingJob, event: CountingEvent): CountingJob | null {
    if (job.ended) return null
    return event.type === 'end' ? { ...job, ended: true } : { ...job, count: job.count + event.by }
  }

  protected writeJob({ count, ended, id }: CountingJob, before: CountingJob | null): void {
    this.database.prepare('UPDATE counting SET count = ?, ended = ? WHERE id = ?').run(count, Number(ended), id)
    this.writtenOver.push(before?.count ?? null)
  }

  protected changed(before: CountingJob, job: CountingJob): void {
    this.changes.push({ from: before.count, to: job.count })
  }
}

/** Makes the disk refuse every change of a counting job; returns the undo. */
export function refuseCounting(database: Database): () => void {
  database.execute(`CREATE TRIGGER refusing BEFORE UPDATE ON counting
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  return () => database.execute('DROP TRIGGER refusing')
}
