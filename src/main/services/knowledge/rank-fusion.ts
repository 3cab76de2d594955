import { reciprocalRank } from '../../../shared/reciprocal-rank.ts'

export interface FusedRank {
  readonly id: number
  readonly by: 'words' | 'meaning' | 'both'
}

/** Joins two rankings by reciprocal rank: 1 / (60 + rank), summed. Best first. */
export function fusedRanks(words: readonly number[], meaning: readonly number[]): readonly FusedRank[] {
  const scores = new Map<number, number>()
  for (const ranking of [words, meaning])
    for (const [index, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + reciprocalRank(index))
  const [inWords, inMeaning] = [new Set(words), new Set(meaning)]
  return [...scores]
    .toSorted(([a, one], [b, other]) => other - one || a - b)
    .map(([id]) => ({ id, by: inWords.has(id) ? (inMeaning.has(id) ? 'both' : 'words') : 'meaning' }))
}
