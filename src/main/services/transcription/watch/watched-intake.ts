import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ErrorCode } from '../../../../shared/errors.ts'
import { hasEnded } from '../../../../shared/job-phase.ts'
import type { TranscriptionRequest } from '../../../../shared/transcript.ts'
import { failureOf } from '../../../faults.ts'
import type { Ports } from '../../../platform.ts'
import type { Database } from '../../../storage/database.ts'
import type { StoredTranscription } from '../../../storage/transcription-jobs.ts'
import type { WatchedFile, WatchedRecordings } from '../../../storage/watched-recordings.ts'
import type { Receiver } from '../receiver.ts'
import type { TranscriptionStore } from '../transcription-store.ts'
import type { ListedFile } from './folder-view.ts'
import { isUnchanged } from './look-policy.ts'

/** Number of times a recording is copied before it waits for a press. */
const copiesMax = 3

/** Failures of a copy that end when the drive is back or the file is complete. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['file_refused', 'app_closed', 'cancelled'])

export interface WatchedIntakeParts extends Pick<Ports, 'clock' | 'log'> {
  readonly database: Pick<Database, 'durably'>
  readonly watched: WatchedRecordings
  readonly store: Pick<TranscriptionStore, 'findJob' | 'applyEvent'>
  readonly receiver: Pick<Receiver, 'takeIn'>
  /** Cancels a job of which nothing was sent. */
  readonly cancelJob: (jobId: string) => void
  /** Called when a file must be read again. */
  readonly onUnread: () => void
}

/**
 * Queues recordings of the folder, each as one job whose id is on the disk first. After a crash the same id is used
 * again, so that no recording becomes two jobs.
 */
export class WatchedIntake {
  private readonly parts: WatchedIntakeParts
  /** Jobs whose recordings are being copied by this run. */
  private readonly copying = new Map<string, Promise<void>>()
  /** Number of failed copies in this run, by file. */
  private readonly failures = new Map<string, number>()
  private closed = false

  constructor(parts: WatchedIntakeParts) {
    this.parts = parts
  }

  /** Queues a waiting recording. `estimate` is its expected cost if it is queued automatically, else null. */
  queue(file: WatchedFile, request: TranscriptionRequest, estimate: number | null): void {
    const { database, watched } = this.parts
    const taken: WatchedFile = {
      ...{ ...file, request, estimate },
      ...{ state: 'taking', jobId: randomUUID(), isAutomatic: estimate !== null, isHeld: false },
    }
    database.durably(() => watched.putFile(taken))
    this.copy(taken)
  }

  /** Follows the recordings that are being queued. `listed` has the files of the folder that was just looked at. */
  follow(folder: string, listed: readonly ListedFile[]): void {
    const there = new Map(listed.map((file) => [file.path, file]))
    for (const file of this.parts.watched.filesInState('taking')) {
      if (this.copying.has(file.jobId ?? '')) continue
      const job = file.jobId === null ? null : this.parts.store.findJob(file.jobId)
      if (job !== null) this.followJob(file, job)
      else if (file.folder !== folder) this.put({ ...file, state: 'left', jobId: null, isAutomatic: false })
      else this.copyAgain(file, there.get(file.path))
    }
  }

  /** Waits for the copies, which the receiver ends. */
  async close(): Promise<void> {
    this.closed = true
    await Promise.all(this.copying.values())
  }

  /** Copies a recording whose job was never stored, if it is still the same. */
  private copyAgain(file: WatchedFile, now: ListedFile | undefined): void {
    if (now !== undefined && isUnchanged(file, now)) this.copy(file)
    else this.put(waitingAgain(file))
  }

  private copy(file: WatchedFile): void {
    const { jobId, request } = file
    if (jobId === null || request === null || this.closed) return
    const name = (file.path.split('/').at(-1) ?? file.path).slice(0, 255)
    const copying = this.copied({ jobId, name, request }, join(file.folder, file.path))
      .catch((cause: unknown) => {
        // there is no job, so that nothing can have been sent
        const { code } = failureOf(cause)
        this.parts.log('warn', 'a recording of the watched folder was not queued', { code })
        return code
      })
      .then((code) => {
        this.copying.delete(jobId)
        if (!this.closed) this.afterCopy(file.id, code)
      })
      .catch((cause: unknown) => {
        // the row keeps its state, and the next look continues
        this.parts.log('error', 'the watched folder could not be kept', { code: failureOf(cause).code })
      })
    this.copying.set(jobId, copying)
  }

  /** Resolves when the recording is copied, or its job has failed. Rejects if there is no job. */
  private async copied(
    job: { readonly jobId: string; readonly name: string; readonly request: TranscriptionRequest },
    path: string,
  ): Promise<null> {
    let copied: Promise<unknown> = Promise.resolve()
    await this.parts.receiver.takeIn(job, async (take) => {
      copied = take({ path, name: job.name, temporary: false })
      await copied
    })
    await copied
    return null
  }

  private afterCopy(fileId: string, code: ErrorCode | null): void {
    const { store, watched } = this.parts
    const file = watched.findFile(fileId)
    if (file?.state !== 'taking') return
    const job = file.jobId === null ? null : store.findJob(file.jobId)
    if (job !== null) this.followJob(file, job)
    else if (code !== null) this.failed(file, code)
  }

  private followJob(file: WatchedFile, job: StoredTranscription): void {
    if (job.sourceId === null) {
      if (!hasEnded(job.status)) return
      if (job.status === 'cancelled') this.put({ ...file, state: 'left', isAutomatic: false })
      else {
        this.parts.store.applyEvent(job.id, { type: 'dismiss', at: this.parts.clock.now() })
        this.failed(file, job.error?.code ?? 'internal')
      }
    } else if (job.sourceId === file.hash) this.put({ ...file, state: 'sent' })
    else {
      // it changed after it was read: nothing was sent yet if it is automatic, and a press means what is there now
      if (!file.isAutomatic) this.put({ ...file, state: 'sent', hash: job.sourceId })
      else {
        this.parts.cancelJob(job.id)
        this.put({ ...waitingAgain(file), bytes: 0 })
        this.parts.onUnread()
      }
    }
  }

  /** Lets a recording wait that could not be copied. After several failures, it waits for a press. */
  private failed(file: WatchedFile, code: ErrorCode): void {
    const failures = (this.failures.get(file.id) ?? 0) + 1
    this.failures.set(file.id, failures)
    const isPassing = passing.has(code) && failures < copiesMax
    const again = waitingAgain(file)
    this.put(isPassing || again.hold !== null ? again : { ...again, hold: 'failed' })
  }

  private put(file: WatchedFile): void {
    this.parts.database.durably(() => this.parts.watched.putFile(file))
  }
}

/** Returns a file as it was before it was queued. */
function waitingAgain(file: WatchedFile): WatchedFile {
  return {
    ...file,
    ...{ state: 'waiting', jobId: null, request: null, isAutomatic: false, isHeld: false, estimate: null },
  }
}
