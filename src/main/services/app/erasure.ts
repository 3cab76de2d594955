import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../storage/database.ts'
import type { KeptAnswers } from '../../storage/kept-answers.ts'

export interface ErasureParts {
  readonly database: Database
  readonly answers: KeptAnswers
  /** Starts erasing removed text from the search index and the write-ahead log. */
  readonly eraseTraces: () => void
}

/** Erases traces of purged rows: files of kept answers, and words in the index and the log. */
export class Erasure {
  private readonly parts: ErasureParts

  constructor(parts: ErasureParts) {
    this.parts = parts
  }

  /**
   * Removes rows; `remove` returns the media they referred to. Returns these media and the kept bodies of their
   * answers.
   */
  removing(remove: () => readonly string[]): readonly string[] {
    const { answers, database, eraseTraces } = this.parts
    const changes = database.changes()
    const kept = answers.mediaIds()
    const media = remove()
    if (database.changes() === changes) return media
    eraseTraces()
    const left = new Set(answers.mediaIds())
    return [...media, ...kept.filter((id) => !left.has(id))]
  }

  /**
   * Removes rows a step at a time, and yields to the event loop after each. `next` returns the media of a step, null
   * when nothing is left. Yields the media of each step as `removing` does; its error ends the steps.
   */
  async *removingInSteps(next: () => readonly string[] | null): AsyncGenerator<readonly string[], void, undefined> {
    const { answers, eraseTraces } = this.parts
    let hasRemoved = false
    try {
      for (;;) {
        const kept = answers.mediaIds()
        const media = next()
        if (media === null) return
        hasRemoved = true
        const left = new Set(answers.mediaIds())
        yield [...media, ...kept.filter((id) => !left.has(id))]
        await setImmediate()
      }
    } finally {
      if (hasRemoved) eraseTraces()
    }
  }
}
