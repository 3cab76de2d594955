import { fail } from '../../../../shared/errors.ts'
import { backgroundClock } from '../../../system-clock.ts'
import { endingWords } from '../../../threads/killable-thread.ts'
import { threadFile } from '../../../threads/thread-file.ts'
import { ThreadTasks } from '../../../threads/thread-tasks.ts'
import { type DocxTask, docxAnswerSchema } from './docx-messages.ts'

const mb = 1024 * 1024
/** Longest time for one document, in ms. */
const deadlineMs = 120_000
const idleMs = 10_000
const memoryMax = 1024 * mb
/** Far above `memoryMax`, because V8 ends the process when one allocation exceeds its limit. */
const resourceLimits = { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 64 }

/** Writes Word documents in a thread, one after another, within bounds on time and memory. */
export class DocxMaker {
  private readonly thread = new ThreadTasks<DocxTask>({
    ...{ name: 'docx', file: threadFile('docx-thread', import.meta.url), clock: backgroundClock },
    ...{ idleMs, resourceLimits, memoryMax },
  })

  /** Writes a document into a new file. Throws `cancelled` on abort, and `internal` beyond the bounds. */
  async writeDocument(task: DocxTask, signal: AbortSignal): Promise<void> {
    const outcome = await this.thread.askThread(task, docxAnswerSchema, { deadlineMs, signal })
    signal.throwIfAborted()
    if (outcome.answer === null)
      fail('internal', `the document was not written: ${endingWords({ ended: outcome.ended })}`)
  }

  async close(): Promise<void> {
    await this.thread.endThread()
  }
}
