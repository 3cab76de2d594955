import { randomUUID } from 'node:crypto'
import type { BackupWork } from '../../../shared/backup.ts'
import { fail } from '../../../shared/errors.ts'
import type { Task, TaskKind, TaskResult, TaskStep } from './backup-messages.ts'
import type { BackupShelf } from './backup-shelf.ts'
import { runTask } from './backup-worker.ts'

const firstSteps = { make: 'copying', verify: 'opening', restore: 'opening', move: 'moving' } as const

/** Inputs for opening a backup: file, passphrase and a work folder. */
export interface Opening {
  readonly dataFolder: string
  readonly path: string
  readonly passphrase: string | null
  readonly work: string
}

export interface RunnerParts {
  readonly dataFolder: string
  readonly shelf: BackupShelf
  /** Called at every step. */
  readonly onStep: () => void
  /** Called and awaited when the work has ended; must not reject. */
  readonly onRest: () => Promise<void>
}

/** Runs one backup task at a time, in a thread that can be ended at any moment. */
export class BackupRunner {
  private readonly parts: RunnerParts
  private readonly ending = new AbortController()
  private current: BackupWork | null = null
  private running: { readonly cancelTask: AbortController; readonly ended: Promise<unknown> } | null = null

  constructor(parts: RunnerParts) {
    this.parts = parts
  }

  /** Current work; null if there is none. */
  get work(): BackupWork | null {
    return this.current
  }

  get closed(): boolean {
    return this.ending.signal.aborted
  }

  /** Runs work exclusively. Throws an AppFailure `busy` when other work runs, `cancelled`, or `app_closed`. */
  async alone<T>(kind: BackupWork['kind'], name: string | null, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.closed) fail('app_closed')
    if (this.running !== null) fail('busy', 'something is being done with the backups')
    const cancel = new AbortController()
    this.current = { kind, name, step: firstSteps[kind], progress: null }
    const ended = run(cancel.signal)
    this.running = { cancelTask: cancel, ended }
    this.parts.onStep()
    try {
      return await ended
    } finally {
      this.running = null
      this.current = null
      await this.parts.onRest()
    }
  }

  /** Runs a task and shows its steps in `work`. */
  async task<K extends TaskKind>(
    task: Extract<Task, { readonly kind: K }>,
    signal: AbortSignal,
  ): Promise<TaskResult<K>> {
    return await runTask(task, (step) => this.publishProgress(step), signal)
  }

  /** Publishes the progress of the running work. */
  publishProgress(step: TaskStep): void {
    if (this.current === null) return
    this.current = { ...this.current, ...step }
    this.parts.onStep()
  }

  /** Runs a task alongside other work, without showing it. */
  async beside<K extends TaskKind>(task: Extract<Task, { readonly kind: K }>): Promise<TaskResult<K>> {
    return await runTask(task, () => undefined, this.ending.signal)
  }

  /** Passes `use` the data to open a backup; their temporary folder is removed afterwards. */
  async withOpening<T>(use: (opening: Opening) => Promise<T>, name: string, passphrase: string | null): Promise<T> {
    const { dataFolder, shelf } = this.parts
    return await shelf.withWork(randomUUID(), (work) => use({ dataFolder, path: shelf.pathOf(name), passphrase, work }))
  }

  /** Cancels the running work. Resolves when it has ended; nothing incomplete remains. */
  async cancelTask(): Promise<void> {
    this.running?.cancelTask.abort()
    await this.running?.ended.catch(() => undefined)
  }

  /** Ends the running work and starts no more. */
  async close(): Promise<void> {
    this.ending.abort()
    await this.cancelTask()
  }
}
