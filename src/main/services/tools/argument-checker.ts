import type { Clock } from '../../platform.ts'
import { backgroundClock } from '../../system-clock.ts'
import { threadFile } from '../../threads/thread-file.ts'
import { ThreadTasks } from '../../threads/thread-tasks.ts'
import { type ReadArguments, readArguments, uncheckedArguments } from './argument-check.ts'
import { type ArgumentTask, argumentAnswerSchema } from './argument-messages.ts'
import type { Fields } from './tool.ts'

export interface ArgumentCheckerParts {
  /** The file that the thread runs. */
  readonly file?: string
  readonly clock?: Clock
  readonly deadlineMs?: number
}

const mb = 1024 * 1024
const usualDeadlineMs = 1_000
const idleMs = 10_000
const memoryMax = 256 * mb
/** Far above `memoryMax`, because V8 ends the process when one allocation exceeds its limit. */
const resourceLimits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 64 }
/** Product of the lengths of schema and arguments up to which a check needs a few ms at most. */
const costAtOnce = 100_000

/** Checks the arguments of calls against foreign schemas. A check of any size needs bounded time and memory. */
export class ArgumentChecker {
  private readonly deadlineMs: number
  private readonly thread: ThreadTasks<ArgumentTask>

  constructor(parts: ArgumentCheckerParts = {}) {
    const { file = threadFile('argument-thread', import.meta.url), clock = backgroundClock } = parts
    this.deadlineMs = parts.deadlineMs ?? usualDeadlineMs
    this.thread = new ThreadTasks({ name: 'arguments', file, clock, idleMs, resourceLimits, memoryMax })
  }

  /**
   * Checks the arguments of a call. Never rejects. If the check is ended, also by an abort, the arguments are read
   * unchecked.
   */
  async check(text: string, schema: Fields, signal: AbortSignal): Promise<ReadArguments> {
    if (JSON.stringify(schema).length * text.length <= costAtOnce) return readArguments(text, schema)
    const task = { text, schema }
    const { answer } = await this.thread.askThread(task, argumentAnswerSchema, { deadlineMs: this.deadlineMs, signal })
    return answer ?? uncheckedArguments(text)
  }

  async close(): Promise<void> {
    await this.thread.endThread()
  }
}
