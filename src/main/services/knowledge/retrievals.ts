import { fail } from '../../../shared/errors.ts'
import type { Citation, FoundPassage, Retrieval, SourceKind } from '../../../shared/knowledge.ts'
import type { KnowledgeReader } from './knowledge-reader.ts'
import { chosenPassages } from './passage-choice.ts'
import { fusedRanks } from './rank-fusion.ts'

/** Passages used from each ranking. */
const rankedMax = 50
/** Maximum number of retrievals kept: one for each pause in typing in a few chats. */
const keptMax = 60

export interface RetrievalsParts {
  readonly reader: Pick<KnowledgeReader, 'askThread'>
  readonly kindOf: (sourceId: string) => SourceKind
  readonly newId: () => string
  /** Resolves to passages near a text in meaning, best first; empty without semantic search. Never rejects. */
  readonly nearest: (text: string, collectionIds: readonly string[], limit: number) => Promise<readonly number[]>
}

/** Finds passages for drafts, and keeps them, so that the shown passages are the ones sent. */
export class Retrievals {
  private readonly parts: RetrievalsParts
  private readonly kept = new Map<string, Retrieval>()

  constructor(parts: RetrievalsParts) {
    this.parts = parts
  }

  /** Finds the passages for a text. Rejects with an AppFailure when the thread cannot answer. */
  async retrieve(text: string, collectionIds: readonly string[]): Promise<Retrieval> {
    const { kindOf, nearest, reader } = this.parts
    const [words, meaning] = await Promise.all([
      reader.askThread('search', { text, collectionIds, limit: rankedMax }),
      nearest(text, collectionIds, rankedMax),
    ])
    const ranks = fusedRanks(words, meaning)
    const passages = await reader.askThread(
      'passages',
      ranks.map(({ id }) => id),
    )
    return this.keepPassages(chosenPassages(ranks, passages, kindOf))
  }

  /** Keeps passages that were found elsewhere, such as on the web. */
  keepPassages(passages: readonly FoundPassage[]): Retrieval {
    const retrieval = { id: this.parts.newId(), passages }
    this.kept.set(retrieval.id, retrieval)
    for (const id of [...this.kept.keys()].slice(0, -keptMax)) this.kept.delete(id)
    return retrieval
  }

  /** Returns the chosen passages of a retrieval. Throws an AppFailure `not_found` if it is no longer kept. */
  takePassages(retrievalId: string, indexes: readonly number[]): readonly Omit<Citation, 'number'>[] {
    const found = this.kept.get(retrievalId) ?? fail('not_found', 'these passages have to be found again')
    return found.passages
      .filter((_, index) => indexes.includes(index))
      .map(({ place, text }) => ({ place, quote: text }))
  }
}
