import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Number of pages that may fall silent at the same place before a recording is set aside. */
export const triesMax = 2
/** Minimum progress that counts as another position. */
const stepMin = 0.01

const markSchema = z.object({ tries: z.number().int(), reached: z.number() })
type Mark = z.infer<typeof markSchema>

/**
 * Durable notes about recordings being analysed. A damaged recording can crash its page or the app; without a note,
 * each start would try it again.
 * Notes are written at once, because a crash may follow.
 */
export class ListeningMarks {
  private readonly folder: string
  private readonly live = new Map<string, Mark>()

  constructor(dataFolder: string) {
    this.folder = join(dataFolder, 'media', 'incoming')
  }

  /** Records that a page begins. False, with the note removed, when earlier pages got no further. */
  beginMark(jobId: string): boolean {
    const before = this.live.get(jobId) ?? this.readMark(jobId)
    if (before !== null && before.tries >= triesMax) {
      this.endMark(jobId)
      return false
    }
    this.writeMark(jobId, { tries: (before?.tries ?? 0) + 1, reached: before?.reached ?? 0 })
    return true
  }

  /** Records progress. A page that gets further than earlier ones resets the count. */
  reached(jobId: string, progress: number): void {
    const mark = this.live.get(jobId)
    if (mark !== undefined && progress >= mark.reached + stepMin) this.writeMark(jobId, { tries: 1, reached: progress })
  }

  /** Removes the note: no page analyses the recording any more. */
  endMark(jobId: string): void {
    this.live.delete(jobId)
    try {
      rmSync(this.pathOf(jobId), { force: true })
    } catch {
      // a leftover note costs only one try
    }
  }

  /** Removes all notes: the app closes normally, so no running analysis has crashed. */
  close(): void {
    for (const jobId of [...this.live.keys()]) this.endMark(jobId)
  }

  private pathOf(jobId: string): string {
    return join(this.folder, `listening-${jobId}.json`)
  }

  private readMark(jobId: string): Mark | null {
    try {
      return markSchema.safeParse(JSON.parse(readFileSync(this.pathOf(jobId), 'utf8'))).data ?? null
    } catch {
      return null
    }
  }

  private writeMark(jobId: string, mark: Mark): void {
    this.live.set(jobId, mark)
    try {
      writeFileSync(this.pathOf(jobId), JSON.stringify(mark), { mode: 0o600 })
    } catch {
      // a full disk: the tries are counted only while the app runs
    }
  }
}
