import { backgroundClock } from '../../../system-clock.ts'
import type { KillableThread } from '../../../threads/killable-thread.ts'
import { ImportReader, type ImportReaderParts, importThread } from './import-reader.ts'

export type ImportReadersParts = Pick<ImportReaderParts, 'dataFolder' | 'file' | 'clock' | 'deadlineMs'>

/** How long the thread waits for the next file, in ms; a user reviews an import before accepting it. */
const keptMs = 60_000

/** Provides import readers, one at a time. Inspection and import share a thread, because a thread starts slowly. */
export class ImportReaders {
  private readonly parts: ImportReadersParts
  private readonly thread: KillableThread
  private keepThread: () => void = () => {}

  constructor(parts: ImportReadersParts) {
    this.parts = parts
    this.thread = importThread(parts)
  }

  /** Runs `use` with a reader. If it throws, the thread is terminated, even during a task. */
  async use<T>(signal: AbortSignal, use: (reader: ImportReader) => Promise<T>): Promise<T> {
    this.keepThread()
    const reader = new ImportReader({ ...this.parts, thread: this.thread, signal })
    try {
      const result = await use(reader)
      await reader.close()
      return result
    } catch (cause) {
      await reader.endThread()
      throw cause
    } finally {
      this.keepThread = (this.parts.clock ?? backgroundClock).after(keptMs, () => void this.endThreads())
    }
  }

  /** Terminates the thread. */
  async endThreads(): Promise<void> {
    this.keepThread()
    await this.thread.endThread()
  }
}
