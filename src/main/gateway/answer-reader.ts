import { AppFailure, appError, fail } from '../../shared/errors.ts'
import type { Clock } from '../platform.ts'
import { backgroundClock } from '../system-clock.ts'
import { endingWords } from '../threads/killable-thread.ts'
import { threadFile } from '../threads/thread-file.ts'
import { ownBuffer, ThreadTasks } from '../threads/thread-tasks.ts'
import { type AnswerTask, type ReadAnswer, readAnswerSchema } from './answer-messages.ts'
import { readAnswer } from './answer-reading.ts'
import type { EmbeddingAnswer } from './embedding-answer.ts'
import type { HeardAnswer } from './heard-answer.ts'
import type { ImageAnswer } from './image-answer.ts'

export interface AnswerReaderParts {
  /** The file that the thread runs. */
  readonly file?: string
  readonly clock?: Clock
  /** Deadline for the shortest body, in ms. */
  readonly deadlineMs?: number
}

const mb = 1024 * 1024
/** Shorter bodies are read on the main thread in a few milliseconds. */
const threadBytesMin = mb
/** Answers with vectors arrive by the thousand in the background, so a lower limit applies. */
const vectorBytesMin = 64 * 1024
const usualDeadlineMs = 20_000
/** A body takes about 25 ms per MB; 200 leaves room for a busy machine. */
const msPerMb = 200
const idleMs = 10_000
/** Covers the largest body, its text, its values and its pictures, 400 MiB each. */
const memoryMax = 2_048 * mb
/** Far above `memoryMax`, because V8 ends the process when one allocation exceeds its limit. */
const resourceLimits = { maxOldGenerationSizeMb: 4_096, maxYoungGenerationSizeMb: 64 }

/**
 * Reads the bodies of paid answers. Sends large ones to a thread, one at a time, with limits on time and memory.
 * Ownership of a large `body` moves: it is empty afterwards. Calls throw an AppFailure with the answer's error, or
 * `answer_not_read` when a limit is exceeded.
 */
export class AnswerReader {
  private readonly deadlineMs: number
  private readonly thread: ThreadTasks<AnswerTask>

  constructor(parts: AnswerReaderParts = {}) {
    const { clock = backgroundClock, file = threadFile('answer-thread', import.meta.url) } = parts
    this.deadlineMs = parts.deadlineMs ?? usualDeadlineMs
    this.thread = new ThreadTasks({ name: 'answer', file, clock, idleMs, resourceLimits, memoryMax })
  }

  /** Reads the pictures of an answer; `asked` is the requested number. */
  async images(body: Uint8Array, secrets: readonly string[], asked: number): Promise<ImageAnswer> {
    const read = await this.readTask({ kind: 'images', body, secrets, asked })
    return read.kind === 'images' ? read.answer : unexpected()
  }

  /** Reads the transcript, and returns the body as text too. `partial` accepts a truncated body. */
  async transcription(
    body: Uint8Array,
    secrets: readonly string[],
    partial: boolean,
  ): Promise<{ readonly heard: HeardAnswer; readonly raw: string }> {
    const read = await this.readTask({ kind: 'transcription', body, secrets, partial })
    return read.kind === 'transcription' ? { heard: read.heard, raw: read.raw } : unexpected()
  }

  /** Reads the vectors of an answer, one for each of the `asked` texts. */
  async embeddings(body: Uint8Array, secrets: readonly string[], asked: number): Promise<EmbeddingAnswer> {
    const read = await this.readTask({ kind: 'embeddings', body, secrets, asked }, vectorBytesMin)
    return read.kind === 'embeddings' ? read : unexpected()
  }

  /** Returns the first `shown` UTF-16 units of a body, and its full length. */
  async bodyText(body: Uint8Array, shown: number): Promise<{ readonly text: string; readonly length: number }> {
    const read = await this.readTask({ kind: 'text', body, shown })
    return read.kind === 'text' ? { text: read.text, length: read.length } : unexpected()
  }

  private async readTask(task: AnswerTask, bytesMin = threadBytesMin): Promise<ReadAnswer> {
    const read = task.body.byteLength < bytesMin ? readAnswer(task) : await this.readInThread(task)
    if (read.kind === 'refused') throw new AppFailure(read.error)
    return read
  }

  private async readInThread(task: AnswerTask): Promise<ReadAnswer> {
    const deadlineMs = this.deadlineMs + (task.body.byteLength / mb) * msPerMb
    const outcome = await this.thread.askThread(task, readAnswerSchema, {
      deadlineMs,
      handedOver: ownBuffer(task.body),
    })
    if (outcome.ended !== 'answered') throw new AppFailure(appError('answer_not_read', endingWords(outcome)))
    return outcome.answer ?? unexpected()
  }
}

function unexpected(): never {
  return fail('answer_not_read', 'the reader said something else')
}
