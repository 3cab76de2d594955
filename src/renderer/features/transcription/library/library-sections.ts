import type { ListedTranscript } from '../../../../shared/transcript.ts'
import { dayOf, startOfDay } from '../../../components/lists/days.ts'

export type LibraryItem =
  | {
      readonly kind: 'section'
      readonly key: string
      readonly section: 'today' | 'yesterday' | 'day'
      readonly at: number
    }
  | { readonly kind: 'transcript'; readonly key: string; readonly transcript: ListedTranscript }

/** Returns the list with headings: Today, Yesterday, then one for each earlier day. */
export function librarySections(transcripts: readonly ListedTranscript[], now: number): readonly LibraryItem[] {
  const items: LibraryItem[] = []
  let last = ''
  for (const transcript of transcripts) {
    const day = startOfDay(transcript.createdAt)
    const section = dayOf(day, now)
    const key = section === 'day' ? `day ${day}` : section
    if (key !== last) items.push({ kind: 'section', key, section, at: day })
    last = key
    items.push({ kind: 'transcript', key: transcript.id, transcript })
  }
  return items
}
