import type { z } from 'zod'
import { fail } from '../../../shared/errors.ts'
import type { Clock } from '../../platform.ts'
import { backgroundClock } from '../../system-clock.ts'
import { threadFile } from '../../threads/thread-file.ts'
import { type TaskOutcome, ThreadTasks } from '../../threads/thread-tasks.ts'
import {
  type ArticleAnswer,
  type ArticleTask,
  articleAnswerSchema,
  type DocumentAnswer,
  type DocumentTask,
  documentAnswerSchema,
  type PageAnswer,
  type PageTask,
  type PassagesAnswer,
  type PassagesTask,
  pageAnswerSchema,
  passagesAnswerSchema,
} from './document-messages.ts'

type Task = ArticleTask | DocumentTask | PageTask | PassagesTask

interface Refused {
  readonly state: 'refused'
  readonly problem: 'timed_out' | 'too_large' | 'damaged'
}

export interface DocumentReaderParts {
  /** The file that the thread runs. */
  readonly file?: string
  readonly clock?: Clock
  readonly deadlineMs?: number
}

const mb = 1024 * 1024
const usualDeadlineMs = 20_000
const idleMs = 10_000
/** A PDF of 300 pages needs 200 MB. */
const memoryMax = 768 * mb
/** Far above `memoryMax`, because V8 ends the process when one allocation exceeds its limit. */
const resourceLimits = { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 64 }

/** Reads the text of documents in a thread, one after another, within bounds on time and memory. */
export class DocumentReader {
  private readonly deadlineMs: number
  private readonly thread: ThreadTasks<Task>

  constructor(parts: DocumentReaderParts = {}) {
    const { file = threadFile('documents-thread', import.meta.url), clock = backgroundClock } = parts
    this.deadlineMs = parts.deadlineMs ?? usualDeadlineMs
    this.thread = new ThreadTasks({ name: 'documents', file, clock, idleMs, resourceLimits, memoryMax })
  }

  /** Resolves to the text of a file. Hostile bytes can at worst end the thread. Throws `cancelled` on abort. */
  async readDocument(task: DocumentTask, signal: AbortSignal): Promise<DocumentAnswer> {
    return await this.answer(task, documentAnswerSchema, signal)
  }

  /** Resolves to a drawn page of a PDF. Hostile bytes can at worst end the thread. Throws `cancelled` on abort. */
  async drawPage(task: PageTask, signal: AbortSignal): Promise<PageAnswer> {
    return await this.answer(task, pageAnswerSchema, signal)
  }

  /**
   * Resolves to the passages of a file for a collection. Hostile bytes can at worst end the thread. Throws `cancelled`
   * on abort.
   */
  async passages(task: PassagesTask, signal: AbortSignal): Promise<PassagesAnswer> {
    return await this.answer(task, passagesAnswerSchema, signal)
  }

  /** Resolves to the readable text of a page. Hostile bytes can at worst end the thread. Throws `cancelled` on abort. */
  async article(task: ArticleTask, signal: AbortSignal): Promise<ArticleAnswer> {
    return await this.answer(task, articleAnswerSchema, signal)
  }

  async close(): Promise<void> {
    await this.thread.endThread()
  }

  private async answer<T>(task: Task, schema: z.ZodType<T>, signal: AbortSignal): Promise<T | Refused> {
    const outcome = await this.thread.askThread(task, schema, { deadlineMs: this.deadlineMs, signal })
    if (outcome.ended === 'aborted') fail('cancelled', 'the file is not wanted any more')
    return outcome.answer ?? { state: 'refused', problem: problemOf(outcome) }
  }
}

function problemOf({ ended }: TaskOutcome<unknown>): Refused['problem'] {
  if (ended === 'deadline') return 'timed_out'
  return ended === 'memory' ? 'too_large' : 'damaged'
}
