import type { HistoryQuery } from '../../../shared/history-query.ts'
import { reciprocalRank } from '../../../shared/reciprocal-rank.ts'
import type { FoundDocument } from '../../storage/search-query.ts'

/** Number of passages requested, of which a filter may drop many. */
export const nearMax = 300
/** Documents that take part in a fused search: the newest with the words, and the nearest in meaning. */
export const [wordsMax, meaningMax] = [500, 50]
/** Minimum cosine of a passage. Vectors at nearly right angles are unrelated in any model. */
export const scoreMin = 0.12
/** Maximum number of items of a fused search. */
export const fusedMax = 100
/** Length of a phrase, in UTF-16 units. */
const phraseMax = 60

export interface FusedDocument {
  readonly document: FoundDocument
  readonly why: 'words' | 'meaning' | 'both'
}

/** An item with its found documents, best first. */
export interface FusedItem {
  readonly documents: readonly FusedDocument[]
}

/**
 * Fuses two lists of documents, each best first, into items by reciprocal rank: an item's score is the sum of
 * 1 / (60 + rank) over its first place in each list. Documents within an item are ranked in the same way.
 */
export function fusedItems(
  byWords: readonly FoundDocument[],
  byMeaning: readonly FoundDocument[],
): readonly FusedItem[] {
  const scores = scoresOf([byWords.map(({ id }) => String(id)), byMeaning.map(({ id }) => String(id))])
  const itemScores = scoresOf([byWords.map(itemOf), byMeaning.map(itemOf)])
  const [inWords, inMeaning] = [byWords, byMeaning].map((list) => new Set(list.map(({ id }) => id)))
  const documents = new Map([...byWords, ...byMeaning].map((document) => [document.id, document]))
  const items = Map.groupBy(documents.values(), itemOf)
  const score = (document: FoundDocument): number => scores.get(String(document.id)) ?? 0
  return [...items]
    .toSorted(([one], [other]) => (itemScores.get(other) ?? 0) - (itemScores.get(one) ?? 0))
    .map(([, found]) => ({
      documents: found
        .toSorted((one, other) => score(other) - score(one))
        .map((document) => {
          const isMeant = inMeaning?.has(document.id) ?? false
          return { document, why: !isMeant ? 'words' : inWords?.has(document.id) ? 'both' : 'meaning' }
        }),
    }))
}

/** Returns the scores of names by their first places in some lists. */
function scoresOf(lists: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const scores = new Map<string, number>()
  for (const list of lists)
    for (const [rank, name] of [...new Set(list)].entries())
      scores.set(name, (scores.get(name) ?? 0) + reciprocalRank(rank))
  return scores
}

function itemOf({ kind, itemId }: FoundDocument): string {
  return `${kind} ${itemId}`
}

/** Returns the words of a query, without operators. */
export function meaningOf({ words }: HistoryQuery): string {
  return words.join(' ')
}

/** Returns the first words of a passage as its text shows them: without marks of Markdown. */
export function phraseOf(text: string): string {
  const lines = text.split(/[\n*_`#|[\]<>~$\\"]+/).map((line) => line.replace(/\s+/g, ' ').trim())
  const line = lines.find((one) => one.length >= 12) ?? lines.find((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  if (line.length <= phraseMax) return line
  const start = line.slice(0, phraseMax)
  const space = start.lastIndexOf(' ')
  return (space > 20 ? start.slice(0, space) : start).replace(/[\ud800-\udbff]$/, '')
}
