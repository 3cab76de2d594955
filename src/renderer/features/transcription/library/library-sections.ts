import type { ListedTranscript } from '../../../../shared/transcript.ts'

export type LibraryItem =
  | {
      readonly kind: 'section'
      readonly key: string
      readonly section: 'today' | 'yesterday' | 'day'
      readonly at: number
    }
  | { readonly kind: 'transcript'; readonly key: string; readonly transcript: ListedTranscript }

function startOfDay(at: number, daysBefore: number): number {
  const date = new Date(at)
  // by calendar, not by 24 hours: a day of a clock change is as good as any other
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime()
}

/** The list with its headings: Today, Yesterday, then one for each earlier day. */
export function librarySections(transcripts: readonly ListedTranscript[], now: number): readonly LibraryItem[] {
  const today = startOfDay(now, 0)
  const yesterday = startOfDay(now, 1)
  const items: LibraryItem[] = []
  let last = ''
  for (const transcript of transcripts) {
    const day = startOfDay(transcript.createdAt, 0)
    const section = day >= today ? 'today' : day >= yesterday ? 'yesterday' : 'day'
    const key = section === 'day' ? `day ${day}` : section
    if (key !== last) items.push({ kind: 'section', key, section, at: day })
    last = key
    items.push({ kind: 'transcript', key: transcript.id, transcript })
  }
  return items
}
