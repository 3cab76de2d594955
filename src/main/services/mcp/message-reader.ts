import { z } from 'zod'
import type { Clock } from '../../platform.ts'
import { threadFile } from '../../threads/thread-file.ts'
import { ownBuffer, ThreadTasks } from '../../threads/thread-tasks.ts'
import type { LongString } from './large-message.ts'
import { LongStrings } from './long-strings.ts'

/** Length in bytes from which messages are read by a thread: shorter ones need a few ms. */
export const largeBytesMin = 1024 * 1024
const deadlineMs = 60_000
const idleMs = 10_000
const memoryMax = 1024 * 1024 * 1024
/** Far above `memoryMax`, because V8 ends the process when one allocation exceeds its limit. */
const resourceLimits = { maxOldGenerationSizeMb: 4096, maxYoungGenerationSizeMb: 64 }

const readSchema = z.union([
  z.literal('too_large'),
  z.null(),
  z.object({
    value: z.unknown(),
    taken: z.array(z.custom<LongString>((value) => typeof value === 'object' && value !== null)),
  }),
])

/**
 * Reads the large messages of servers in a thread, one after another. The long strings of a result wait in `strings`
 * for the one who stores it.
 */
export class MessageReader {
  readonly strings = new LongStrings()
  private readonly thread: ThreadTasks<Uint8Array>

  constructor(clock: Clock) {
    const file = threadFile('message-thread', import.meta.url)
    this.thread = new ThreadTasks({ name: 'message', file, clock, idleMs, resourceLimits, memoryMax })
  }

  /**
   * Resolves to the message's value; `too_large` if it exceeds a bound, null for invalid JSON. `bytes` are empty
   * afterwards.
   */
  async readMessage(bytes: Uint8Array): Promise<{ readonly value: unknown } | 'too_large' | null> {
    const outcome = await this.thread.askThread(bytes, readSchema, { deadlineMs, handedOver: ownBuffer(bytes) })
    // null is an answer too
    if (outcome.ended !== 'answered' || outcome.isUnread) return 'too_large'
    const read = outcome.answer
    if (read === null || read === 'too_large') return read
    this.strings.keepStrings(read.taken)
    return { value: read.value }
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.thread.endThread()
  }
}
