import { excerptAround, markdownExcerpt } from '../../../shared/excerpt.ts'
import type { FoundItem, HistoryHit } from '../../../shared/history.ts'
import { hitsCountedMax, keysMax } from '../../../shared/history-limits.ts'
import { isEmpty, readQuery } from '../../../shared/history-query.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { HistoryItems } from '../../storage/history-items.ts'
import type { SearchIndex } from '../../storage/search-index.ts'
import type { FoundDocument, SearchQuery } from '../../storage/search-query.ts'
import { fusedItems, fusedMax, meaningMax, phraseOf, wordsMax } from './fusion.ts'
import type { FusedSearch, NearPassage } from './history-messages.ts'

/** Maximum number of hits listed for one item. */
const hitsPerItem = 5
/** Maximum number of messages or segments listed for one item. */
const partsMax = 5_000
/** Documents read per step. */
const step = 200
/** Maximum number of changes indexed in one step before a search, so that recent messages are found. */
const freshMax = 400
const freshBudgetMs = 5
/** So few changes are all indexed before a search, however slow the machine is. */
const recentMax = 20

export interface HistorySearchParts {
  readonly index: SearchIndex
  readonly query: SearchQuery
  readonly items: HistoryItems
  /** A clock in ms that never goes back. */
  readonly now: () => number
}

/** Answers searches of the history. */
export class HistorySearch {
  private readonly parts: HistorySearchParts

  constructor(parts: HistorySearchParts) {
    this.parts = parts
  }

  search({ text, filter, limit, next }: CallInput<'history.search'>): CallOutput<'history.search'> {
    const { index, items, query } = this.parts
    this.freshen()
    const wanted = readQuery(text)
    const indexed = index.indexed()
    if (isEmpty(wanted)) return { items: [], next: null, total: null, indexed }
    const found = new Map<string, { readonly documents: FoundDocument[] }>()
    let cursor = next
    let end = false
    while (found.size < limit && !end) {
      const documents = query.findDocuments(wanted, filter, cursor, step)
      end = documents.length < step
      for (const document of documents) {
        const key = `${document.kind} ${document.itemId}`
        if (!found.has(key) && found.size >= limit) {
          end = false
          break
        }
        cursor = document.id
        const known = found.get(key)
        if (known) known.documents.push(document)
        else found.set(key, { documents: [document] })
      }
    }
    const told = [...found.values()].flatMap(({ documents }): readonly FoundItem[] => {
      const [first] = documents
      const item = first && items.findItem({ kind: first.kind, id: first.itemId })
      if (!item) return []
      return [{ item, hits: documents.slice(0, hitsPerItem).flatMap((one) => this.hit(one, wanted.words)) }]
    })
    return {
      items: told,
      next: end ? null : cursor,
      total: next === null ? query.countDocuments(wanted, filter, hitsCountedMax + 1) : null,
      indexed,
    }
  }

  /**
   * Searches by words and by meaning together, the best first. Fuses the newest documents with the words and the
   * nearest passages by their ranks.
   */
  fused({ text, filter, near }: FusedSearch): CallOutput<'history.search'> {
    const { index, items, query } = this.parts
    this.freshen()
    const wanted = readQuery(text)
    const indexed = index.indexed()
    const byWords = isEmpty(wanted) ? [] : query.findDocuments(wanted, filter, null, wordsMax)
    const passages = new Map<number, NearPassage>()
    for (const passage of near) if (!passages.has(passage.documentId)) passages.set(passage.documentId, passage)
    const known = new Map(query.among([...passages.keys()], wanted, filter).map((one) => [one.id, one]))
    const byMeaning = [...passages.keys()].flatMap((id) => known.get(id) ?? []).slice(0, meaningMax)
    const found = fusedItems(byWords, byMeaning).slice(0, fusedMax)
    const told = found.flatMap(({ documents }): readonly FoundItem[] => {
      const [first] = documents
      const item = first && items.findItem({ kind: first.document.kind, id: first.document.itemId })
      if (!item) return []
      const hits = documents
        .slice(0, hitsPerItem)
        .flatMap(({ document, why }) => this.fusedHit(document, why, wanted.words, passages.get(document.id)))
      return [{ item, hits }]
    })
    return { items: told, next: null, total: null, indexed }
  }

  private fusedHit(
    document: FoundDocument,
    why: 'words' | 'meaning' | 'both',
    words: readonly string[],
    passage: NearPassage | undefined,
  ): readonly HistoryHit[] {
    if (why === 'words' || passage === undefined) return this.hit(document, words).map((hit) => ({ ...hit, why }))
    const source = this.parts.index.source(document.kind, document.itemId, document.part, document.partId)
    if (source === null) return []
    const text = source.text.slice(passage.start, passage.end)
    const excerpt = document.part === 'message' ? markdownExcerpt : excerptAround
    const phrase = phraseOf(text)
    return [
      {
        part: document.part,
        partId: document.partId,
        at: source.at,
        text: excerpt(text, words),
        why,
        ...(phrase === '' ? {} : { phrase }),
      },
    ]
  }

  /**
   * Indexes the latest changes, in short steps because each blocks other writers. If the disk refuses them, the search
   * uses the existing index.
   */
  private freshen(): void {
    const { index, now } = this.parts
    try {
      for (let steps = 0; steps < recentMax; steps += 1)
        if (index.advance(freshMax, freshBudgetMs, now) === 0 || index.pending() > recentMax) return
    } catch {
      // the changes stay pending, and `indexed` shows that some are missing
    }
  }

  /** Keys of the items with a hit, newest first. */
  keysOf({ text, filter }: CallInput<'history.keys'>): CallOutput<'history.keys'> {
    const wanted = readQuery(text)
    return isEmpty(wanted) ? [] : this.parts.query.items(wanted, filter, keysMax)
  }

  hits({ key, text }: CallInput<'history.hits'>): CallOutput<'history.hits'> {
    const wanted = readQuery(text)
    return { partIds: isEmpty(wanted) ? [] : this.parts.query.partsOf(key, wanted, partsMax) }
  }

  private hit(document: FoundDocument, words: readonly string[]): readonly HistoryHit[] {
    const source = this.parts.index.source(document.kind, document.itemId, document.part, document.partId)
    if (source === null) return []
    const excerpt = document.part === 'message' ? markdownExcerpt : excerptAround
    return [{ part: document.part, partId: document.partId, at: source.at, text: excerpt(source.text, words) }]
  }
}
