import type { MeaningChanges } from '../../storage/meaning-changes.ts'
import type { VectorRequests } from '../../storage/vector-requests.ts'
import type { TextPlace, VectorTexts } from '../../storage/vector-texts.ts'
import { hashedText, historyCollection } from './history-intake.ts'
import type { BatchText } from './vector-messages.ts'

/** Maximum number of sources of one text that are tried. */
const placesMax = 20

/** The next texts to send. */
export interface NextBatch {
  readonly texts: readonly BatchText[]
  readonly estimated: number
  /** Texts that are gone, changed, or in the bin. */
  readonly unread: readonly number[]
  /** True if the next text would exceed the limit. */
  readonly isLimited: boolean
}

/** Reads the newest wanted texts: at most `size`, and at most `tokensMax` estimated tokens. */
export function nextBatch(
  parts: { readonly texts: VectorTexts; readonly requests: VectorRequests; readonly changes: MeaningChanges },
  size: number,
  tokensMax: number | null,
): NextBatch {
  const found: BatchText[] = []
  const unread: number[] = []
  let estimated = 0
  for (const { textId, tokens } of parts.requests.newestWanted(size)) {
    const text = readable(parts, textId)
    if (text === null) {
      unread.push(textId)
      continue
    }
    if (tokensMax !== null && estimated + tokens > tokensMax)
      return { texts: found, estimated, unread, isLimited: true }
    found.push(text)
    estimated += tokens
  }
  return { texts: found, estimated, unread, isLimited: false }
}

/** Returns the current text from one of its sources; null if no source has it any more, or all are in the bin. */
function readable(
  { changes, texts }: { readonly texts: VectorTexts; readonly changes: MeaningChanges },
  textId: number,
): BatchText | null {
  const others: TextPlace[] = []
  for (const place of texts.places([textId], null, placesMax).get(textId) ?? []) {
    if (place.collection !== historyCollection) {
      others.push(place)
      continue
    }
    const found = changes.currentText(Number(place.key))
    if (found === null || found.isBinned) continue
    const text = found.text.slice(place.start, place.end)
    if (texts.hasHash(textId, hashedText(text).hash)) return { textId, text, places: [place] }
  }
  return others.length === 0 ? null : { textId, text: null, places: others }
}
