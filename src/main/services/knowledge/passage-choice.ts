import type { FoundPassage, PassagePlace, SourceKind } from '../../../shared/knowledge.ts'
import { passageLengthMax, passagesMax } from '../../../shared/knowledge-limits.ts'
import { columnHeading } from '../../../shared/passages/column-heading.ts'
import type { IndexedPassage } from '../../storage/knowledge-index.ts'
import type { FusedRank } from './rank-fusion.ts'

/** Maximum number of passages of one document, so that others are used too. */
const perDocumentMax = 4

/** A passage, or several consecutive ones of a document. */
interface Stretch {
  readonly first: IndexedPassage
  readonly last: number
  readonly text: string
  readonly by: FusedRank['by']
}

/**
 * Returns the best passages of a ranking: at most `passagesMax`, and four of one document. Consecutive passages are
 * joined, at the place of the better one.
 */
export function chosenPassages(
  ranks: readonly FusedRank[],
  passages: readonly IndexedPassage[],
  kindOf: (sourceId: string) => SourceKind,
): readonly FoundPassage[] {
  const byId = new Map(passages.map((passage) => [passage.id, passage]))
  const counts = new Map<number, number>()
  const chosen: Stretch[] = []
  // the same file may be in two sources
  const texts = new Set<string>()
  for (const { by, id } of ranks) {
    const passage = byId.get(id)
    const count = passage === undefined ? 0 : (counts.get(passage.documentId) ?? 0)
    if (passage === undefined || count >= perDocumentMax || texts.has(passage.text)) continue
    const kind = kindOf(passage.sourceId)
    const neighbour = chosen.findIndex((stretch) => joined(stretch, passage, by, kind) !== null)
    if (neighbour < 0 && chosen.length >= passagesMax) continue
    counts.set(passage.documentId, count + 1)
    texts.add(passage.text)
    const stretch = neighbour < 0 ? null : joined(chosen[neighbour] ?? single(passage, by), passage, by, kind)
    if (stretch === null) chosen.push(single(passage, by))
    else chosen[neighbour] = stretch
  }
  return chosen.map(({ by, first, text }) => ({ place: placeOf(first, text, kindOf(first.sourceId)), text, by }))
}

function single(passage: IndexedPassage, by: FusedRank['by']): Stretch {
  return { first: passage, last: passage.position, text: passage.text, by }
}

/**
 * Joins a range with the passage right before or after it. Returns null for any other passage, or if the result is too
 * long.
 */
function joined(stretch: Stretch, passage: IndexedPassage, by: FusedRank['by'], kind: SourceKind): Stretch | null {
  const { first, last, text } = stretch
  if (passage.documentId !== first.documentId) return null
  // a click opens a single message, so messages are not joined
  if (kind === 'chat' && passage.partId !== first.partId) return null
  if (passage.headings.join('\n') !== first.headings.join('\n')) return null
  const both = by === stretch.by ? by : 'both'
  if (passage.position === last + 1) {
    const whole = text + passage.text.slice(Math.max(0, first.start + text.length - passage.start))
    return whole.length > passageLengthMax ? null : { first, last: passage.position, text: whole, by: both }
  }
  if (passage.position !== first.position - 1) return null
  const whole = passage.text + text.slice(Math.max(0, passage.end - first.start))
  return whole.length > passageLengthMax ? null : { first: passage, last, text: whole, by: both }
}

function placeOf(passage: IndexedPassage, text: string, kind: SourceKind): PassagePlace {
  return {
    kind,
    sourceId: passage.sourceId,
    document: passage.key,
    title: passage.title,
    // the meaning of a row is given only above its table
    headings: passage.tableHead === null ? passage.headings : [...passage.headings, columnHeading(passage.tableHead)],
    partId: passage.partId,
    start: passage.start,
    end: passage.start + text.length,
    atMs: passage.atMs,
  }
}
