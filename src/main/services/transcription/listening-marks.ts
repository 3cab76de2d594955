import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** So many pages may fall silent at the same place of a recording before it is set aside. */
export const triesMax = 2
/** The least progress that counts as another place. */
const stepMin = 0.01

const markSchema = z.object({ tries: z.number().int(), reached: z.number() })
type Mark = z.infer<typeof markSchema>

/**
 * Durable notes of what pages listen through. A damaged recording can take its page with it, or the app; without a note
 * each start would try it again. Written at once: what follows may be a crash.
 */
export class ListeningMarks {
  private readonly folder: string
  private readonly live = new Map<string, Mark>()

  constructor(dataFolder: string) {
    this.folder = join(dataFolder, 'media', 'incoming')
  }

  /** Notes that a page begins; false, and the note is gone, where the pages before it got no further. */
  begin(jobId: string): boolean {
    const before = this.live.get(jobId) ?? this.read(jobId)
    if (before !== null && before.tries >= triesMax) {
      this.end(jobId)
      return false
    }
    this.write(jobId, { tries: (before?.tries ?? 0) + 1, reached: before?.reached ?? 0 })
    return true
  }

  /** A page that gets further than those before it counts as the first one again. */
  reached(jobId: string, progress: number): void {
    const mark = this.live.get(jobId)
    if (mark !== undefined && progress >= mark.reached + stepMin) this.write(jobId, { tries: 1, reached: progress })
  }

  /** Nobody listens to it any more. */
  end(jobId: string): void {
    this.live.delete(jobId)
    try {
      rmSync(this.pathOf(jobId), { force: true })
    } catch {
      // a note too many costs one try
    }
  }

  /** The app ends in order: nothing died of what is under way. */
  close(): void {
    for (const jobId of [...this.live.keys()]) this.end(jobId)
  }

  private pathOf(jobId: string): string {
    return join(this.folder, `listening-${jobId}.json`)
  }

  private read(jobId: string): Mark | null {
    try {
      return markSchema.safeParse(JSON.parse(readFileSync(this.pathOf(jobId), 'utf8'))).data ?? null
    } catch {
      return null
    }
  }

  private write(jobId: string, mark: Mark): void {
    this.live.set(jobId, mark)
    try {
      writeFileSync(this.pathOf(jobId), JSON.stringify(mark), { mode: 0o600 })
    } catch {
      // a full disk: it is counted while the app runs
    }
  }
}
