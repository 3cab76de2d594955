import { stat } from 'node:fs/promises'
import { type AppError, AppFailure, appError, fail } from '../../../../shared/errors.ts'
import type { TransferFormat } from '../../../../shared/transfer.ts'
import type { Clock } from '../../../platform.ts'
import { backgroundClock } from '../../../system-clock.ts'
import { KeyedMutex } from '../../../threads/keyed-mutex.ts'
import { endingWords, KillableThread } from '../../../threads/killable-thread.ts'
import { threadFile } from '../../../threads/thread-file.ts'
import type { MediaEntry } from '../atelier-format.ts'
import { StagingFolder } from '../staging-folder.ts'
import { type ImportAnswer, type ImportTask, importAnswerSchema, type StagedFile } from './import-messages.ts'
import type { Portable } from './portable-items.ts'

export interface ImportThreadParts {
  /** The file that the thread runs. */
  readonly file?: string
  readonly clock?: Clock
}

export interface ImportReaderParts extends ImportThreadParts {
  readonly dataFolder: string
  /** Terminates the thread at any point. */
  readonly signal: AbortSignal
  /** Shared by consecutive readers; without it the reader has its own thread. */
  readonly thread?: KillableThread
  /** Longest time without an answer of the thread, in ms. */
  readonly deadlineMs?: number
}

const mb = 1024 * 1024
const usualDeadlineMs = 20_000
/** Opening an archive or extracting a file takes about 20 ms per MB; 1 s leaves room for a slow disk. */
const msPerMb = 1_000
const openDeadlineMaxMs = 300_000
/** Maximum number of consecutive answers, one a second, that neither read bytes nor returned items. */
const idleAnswersMax = 20
/** A thread that read more is not reused, because its garbage would count against the next file. */
const reusableBytes = 32 * mb
/** Longer than the main process ever waits between two tasks. */
const idleMs = 24 * 60 * 60_000
/** The largest parsed value needs about 500 MB, and the index of 500,000 files as much. */
const memoryMax = 1_024 * mb
/** Far above `memoryMax`, because V8 ends the process when one allocation exceeds its limit. */
const resourceLimits = { maxOldGenerationSizeMb: 3_072, maxYoungGenerationSizeMb: 64 }

/** Returns a thread that consecutive readers share. */
export function importThread({
  clock = backgroundClock,
  file = threadFile('import-thread', import.meta.url),
}: ImportThreadParts): KillableThread {
  return new KillableThread({ name: 'import', file, clock, idleMs, resourceLimits, memoryMax })
}

/**
 * Reads one import in a thread, with bounds on time and memory.
 * Calls throw an AppFailure with the file's fault, `import_not_read` when a bound is exceeded, or the disk's error.
 * Call `close` or `end` at last.
 */
export class ImportReader {
  private readonly parts: ImportReaderParts
  private readonly deadlineMs: number
  private readonly thread: KillableThread
  private readonly turns = new KeyedMutex()
  private broken: AppError | null = null
  /** Size of the file, or of its JSON if that is larger. */
  private bytes = 0
  private isClosed = false

  constructor(parts: ImportReaderParts) {
    this.parts = parts
    this.deadlineMs = parts.deadlineMs ?? usualDeadlineMs
    this.thread = parts.thread ?? importThread(parts)
  }

  /** Opens a file; returns its format and the bytes of JSON to read. */
  async openFile(
    path: string,
    name: string,
    now: number,
  ): Promise<{ readonly format: TransferFormat; readonly jsonBytes: number }> {
    const bytes = (await stat(path).catch(() => null))?.size ?? 0
    const { dataFolder } = this.parts
    const answer = await this.askReader({ kind: 'open', path, name, dataFolder, now }, this.deadlineOf(bytes))
    if (answer.kind !== 'opened') return unexpected()
    this.bytes = Math.max(bytes, answer.jsonBytes)
    return answer
  }

  /** Items of the file, in order. `onBytes` is called for each block of JSON read. */
  async *portable(onBytes: (bytes: number) => void): AsyncGenerator<Portable> {
    let [bytes, idle, done] = [0, 0, false]
    let following: Promise<ImportAnswer> | null = null
    while (!done) {
      const answer: ImportAnswer = await (following ?? this.readNext())
      if (answer.kind !== 'read') return unexpected()
      idle = answer.items.length === 0 && answer.bytes === bytes ? idle + 1 : 0
      if (idle > idleAnswersMax) fail('import_not_read', 'reading does not go on')
      onBytes(answer.bytes - bytes)
      bytes = answer.bytes
      done = answer.done
      // items with pictures are used first, because their pictures must be requested before the thread reads on
      following = done || answer.items.some(hasPictures) ? null : this.readNext()
      yield* answer.items
    }
  }

  /** Resolves to a picture of the last items, in the staging folder; null for an invalid picture. */
  async stagePicture(ref: number): Promise<StagedFile | null> {
    const answer = await this.askReader({ kind: 'picture', ref }, this.deadlineMs)
    if (answer.kind === 'staged') return answer.file
    return answer.kind === 'unfit' ? null : unexpected()
  }

  /** Resolves to a file of Atelier's own export in the staging folder, or to the reason why it is unavailable. */
  async stageMediaEntry(entry: MediaEntry): Promise<StagedFile | 'media_missing' | 'media_refused'> {
    const answer = await this.askReader({ kind: 'media', entry }, this.deadlineOf(entry.bytes))
    if (answer.kind === 'staged') return answer.file
    return answer.kind === 'unfit' ? answer.reason : unexpected()
  }

  /**
   * Closes a file that was read to its end. The thread stays for the next file, unless it has read too much. Can be
   * called twice.
   */
  async close(): Promise<void> {
    if (this.isClosed) return
    this.isClosed = true
    if (this.bytes > reusableBytes) return await this.endThread()
    const answer = await this.askReader({ kind: 'close' }, this.deadlineMs).catch(() => null)
    if (answer?.kind !== 'closed') await this.endThread()
  }

  /** Terminates the thread and removes its remaining files. */
  async endThread(): Promise<void> {
    await this.thread.endThread()
    new StagingFolder(this.parts.dataFolder, 'carry-read').clear()
  }

  private readNext(): Promise<ImportAnswer> {
    const asked = this.askReader({ kind: 'next' }, this.deadlineMs)
    // a failure counts only when it is awaited, after the items before it
    asked.catch(() => undefined)
    return asked
  }

  private deadlineOf(bytes: number): number {
    return Math.min(openDeadlineMaxMs, this.deadlineMs + (bytes / mb) * msPerMb)
  }

  private async askReader(task: ImportTask, deadlineMs: number): Promise<ImportAnswer> {
    const { signal } = this.parts
    const outcome = await this.turns.run('thread', () => this.thread.askThread(task, deadlineMs, signal))
    signal.throwIfAborted()
    // a new thread has no open file
    if (outcome.ended !== 'answered') this.broken ??= appError('import_not_read', endingWords(outcome))
    if (outcome.ended !== 'answered' || this.broken !== null)
      throw new AppFailure(this.broken ?? appError('import_not_read'))
    const answer = importAnswerSchema.safeParse(outcome.message).data ?? unexpected()
    if (answer.kind === 'refused') throw new AppFailure(answer.error)
    if (answer.kind === 'failed') throw Object.assign(new Error(answer.message), { code: answer.code })
    return answer
  }
}

function hasPictures(portable: Portable): boolean {
  return portable.type === 'message' && portable.pictures.some(({ kind }) => kind === 'picture')
}

function unexpected(): never {
  return fail('import_not_read', 'the reader said something else')
}
