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
}
