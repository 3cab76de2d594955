import type { ListedTranscript } from '../../../../shared/transcript.ts'
import { dayOf, type Heading, withHeadings } from '../../../components/lists/days.ts'

export type LibraryItem =
  | Heading<ReturnType<typeof dayOf>>
  | { readonly kind: 'transcript'; readonly key: string; readonly transcript: ListedTranscript }

/** Returns the list with headings: Today, Yesterday, then one for each earlier day. */
export function librarySections(transcripts: readonly ListedTranscript[], now: number): readonly LibraryItem[] {
  const rows = transcripts.map((transcript) => ({ kind: 'transcript' as const, key: transcript.id, transcript }))
  return withHeadings(rows, ({ transcript: { createdAt } }) => ({ section: dayOf(createdAt, now), at: createdAt }))
}
