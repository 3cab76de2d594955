import { createHash } from 'node:crypto'
import { estimateTokens } from '../../../shared/passages/token-estimate.ts'
import type { Database } from '../../storage/database.ts'
import type { MeaningChanges } from '../../storage/meaning-changes.ts'
import type { HashedChunk, VectorTexts } from '../../storage/vector-texts.ts'
import { chunkText } from './text-chunks.ts'

/** The collection of everything in the history. Its keys are ids of documents of the search. */
export const historyCollection = 'history'

/** Maximum number of changes in one step. */
const stepMax = 200

export interface HistoryIntakeParts {
  readonly vectors: Database
  readonly texts: VectorTexts
  readonly changes: MeaningChanges
  /** The chosen set; null while it has no vectors. */
  readonly setId: () => number | null
  readonly now: () => number
}

/** Follows the history: cuts changed texts into chunks, and forgets removed texts. Sends nothing. */
export class HistoryIntake {
  private readonly parts: HistoryIntakeParts

  constructor(parts: HistoryIntakeParts) {
    this.parts = parts
  }

  /** Processes changes for about `budget` ms, newest first. Returns their number, and whether a text was forgotten. */
  takeChanges(budget: number): { readonly taken: number; readonly hasForgotten: boolean } {
    const { changes, now, vectors } = this.parts
    const pending = changes.pending(stepMax)
    if (pending.length === 0) return { taken: 0, hasForgotten: false }
    const end = now() + budget
    const done: number[] = []
    let hasForgotten = false
    vectors.transaction(() => {
      for (const id of pending) {
        if (this.applyChange(id)) hasForgotten = true
        done.push(id)
        if (now() >= end) break
      }
    })
    // after the vectors' own commit: processing a change twice has the same result
    changes.markProcessed(done)
    return { taken: done.length, hasForgotten }
  }

  /** Forgets documents that are not in the history, for example after a restore. */
  forgetStrangers(): void {
    const { changes, texts, vectors } = this.parts
    const present = new Set(changes.documentIds())
    vectors.transaction(() => {
      for (const key of texts.keys(historyCollection))
        if (!present.has(Number(key))) texts.removeDocument(historyCollection, key)
    })
  }

  /** Processes one change; returns whether a text was forgotten. */
  private applyChange(id: number): boolean {
    const { changes, setId, texts } = this.parts
    const key = String(id)
    const found = changes.currentText(id)
    if (found === null) return texts.removeDocument(historyCollection, key)
    // items in the bin are not sent; vectors of sent ones stay, so that restoring costs nothing
    if (found.isBinned) {
      if (texts.isComplete(historyCollection, key, setId())) return false
      return texts.removeDocument(historyCollection, key)
    }
    const chunks = hashedChunks(found.text)
    if (chunks.length === 0) return texts.removeDocument(historyCollection, key)
    texts.putDocument({ collection: historyCollection, key, at: found.at, chunks }, setId())
    // an edited text leaves its old vector behind, which is deleted
    return true
  }
}

/** Returns the chunks of a text with the hashes of their texts. */
export function hashedChunks(text: string): readonly HashedChunk[] {
  return chunkText(text).map(({ start, end }) => ({ start, end, ...hashedText(text.slice(start, end)) }))
}

/** Returns the hash of a text, and its estimated tokens. */
export function hashedText(text: string): Omit<HashedChunk, 'start' | 'end'> {
  return { hash: createHash('sha256').update(text).digest(), ...estimateTokens(text) }
}
