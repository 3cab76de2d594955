import { stat } from 'node:fs/promises'
import { type AppError, AppFailure, appError, fail } from '../../../../shared/errors.ts'
import type { TransferFormat } from '../../../../shared/transfer.ts'
import { Turns } from '../../../media/turns.ts'
import type { Clock } from '../../../platform.ts'
import { backgroundClock } from '../../../system-clock.ts'
import { endingWords, KillableThread, threadFile } from '../../../threads/killable-thread.ts'
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
  /** Ends the thread in the middle of anything. */
  readonly signal: AbortSignal
  /** Serves one reader after another; without it the reader has one of its own. */
  readonly thread?: KillableThread
  /** How long the thread may go without an answer, in ms. */
  readonly deadlineMs?: number
}

const mb = 1024 * 1024
const usualDeadlineMs = 20_000
/** To open an archive or to take a file out of it takes some 20 ms for each MB; a slow disk gets 1 s. */
const msPerMb = 1_000
const openDeadlineMaxMs = 300_000
/** Answers in a row, one a second, that neither read a byte nor gave anything. */
const idleAnswersMax = 20
/** A thread that read more is not used again: its garbage would count against the next file. */
const reusableBytes = 32 * mb
/** Longer than anything that main does between two tasks. */
const idleMs = 24 * 60 * 60_000
/** The largest value that is parsed takes some 500 MB; the index of 500,000 files as much. */
const memoryMax = 1_024 * mb
/** Far above `memoryMax`: V8 ends the process where one allocation leaps over its limit. */
const resourceLimits = { maxOldGenerationSizeMb: 3_072, maxYoungGenerationSizeMb: 64 }

/** A thread for readers, one at a time. */
export function importThread({
  clock = backgroundClock,
  file = threadFile('import-thread', import.meta.url),
}: ImportThreadParts): KillableThread {
  return new KillableThread({ name: 'import', file, clock, idleMs, resourceLimits, memoryMax })
}

/**
 * Reads one import in a thread, within bounds on time and memory. All calls throw an AppFailure: what the thread says of
 * the file, `import_not_read` where it broke a bound; or the disk's error. `close` or `end` it at last.
 */
export class ImportReader {
  private readonly parts: ImportReaderParts
  private readonly deadlineMs: number
  private readonly thread: KillableThread
  private readonly turns = new Turns()
  private broken: AppError | null = null
  /** Size of the file, or of the JSON in it if that is larger. */
  private bytes = 0
  private isClosed = false

  constructor(parts: ImportReaderParts) {
    this.parts = parts
    this.deadlineMs = parts.deadlineMs ?? usualDeadlineMs
    this.thread = parts.thread ?? importThread(parts)
  }

  /** Opens a file and tells its format, and how many bytes of JSON there are to read. */
  async open(
    path: string,
    name: string,
    now: number,
  ): Promise<{ readonly format: TransferFormat; readonly jsonBytes: number }> {
    const bytes = (await stat(path).catch(() => null))?.size ?? 0
    const { dataFolder } = this.parts
    const answer = await this.ask({ kind: 'open', path, name, dataFolder, now }, this.deadlineOf(bytes))
    if (answer.kind !== 'opened') return unexpected()
    this.bytes = Math.max(bytes, answer.jsonBytes)
    return answer
  }

  /** Items of the file, in order. `onBytes` is called for each block of JSON read. */
  async *portable(onBytes: (bytes: number) => void): AsyncGenerator<Portable> {
    let [bytes, idle, done] = [0, 0, false]
    let following: Promise<ImportAnswer> | null = null
    while (!done) {
      const answer: ImportAnswer = await (following ?? this.next())
      if (answer.kind !== 'read') return unexpected()
      idle = answer.items.length === 0 && answer.bytes === bytes ? idle + 1 : 0
      if (idle > idleAnswersMax) fail('import_not_read', 'reading does not go on')
      onBytes(answer.bytes - bytes)
      bytes = answer.bytes
      done = answer.done
      // what names pictures is put to use first: they are asked for before the thread reads on
      following = done || answer.items.some(hasPictures) ? null : this.next()
      yield* answer.items
    }
  }

  /** A picture of what came last, in the staging folder; null where it is none. */
  async picture(ref: number): Promise<StagedFile | null> {
    const answer = await this.ask({ kind: 'picture', ref }, this.deadlineMs)
    if (answer.kind === 'staged') return answer.file
    return answer.kind === 'unfit' ? null : unexpected()
  }

  /** A file of Atelier's own export, in the staging folder; or why it cannot be had. */
  async media(entry: MediaEntry): Promise<StagedFile | 'media_missing' | 'media_refused'> {
    const answer = await this.ask({ kind: 'media', entry }, this.deadlineOf(entry.bytes))
    if (answer.kind === 'staged') return answer.file
    return answer.kind === 'unfit' ? answer.reason : unexpected()
  }

  /** Closes a file that was read to its end. The thread stays for the next one, unless it has read too much. Can be called twice. */
  async close(): Promise<void> {
    if (this.isClosed) return
    this.isClosed = true
    if (this.bytes > reusableBytes) return await this.end()
    const answer = await this.ask({ kind: 'close' }, this.deadlineMs).catch(() => null)
    if (answer?.kind !== 'closed') await this.end()
  }

  /** Ends the thread, and removes what it has left. */
  async end(): Promise<void> {
    await this.thread.end()
    new StagingFolder(this.parts.dataFolder, 'carry-read').clear()
  }

  private next(): Promise<ImportAnswer> {
    const asked = this.ask({ kind: 'next' }, this.deadlineMs)
    // a failure counts when it is awaited, after the items before it
    asked.catch(() => undefined)
    return asked
  }

  private deadlineOf(bytes: number): number {
    return Math.min(openDeadlineMaxMs, this.deadlineMs + (bytes / mb) * msPerMb)
  }

  private async ask(task: ImportTask, deadlineMs: number): Promise<ImportAnswer> {
    const { signal } = this.parts
    const outcome = await this.turns.take('thread', () => this.thread.ask(task, deadlineMs, signal))
    signal.throwIfAborted()
    // the next thread has no file open
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
