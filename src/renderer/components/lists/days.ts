import type { TFunction } from 'i18next'

/** Returns the start of a time's day in local time, or of a day before it. */
export function startOfDay(at: number, daysBefore = 0): number {
  const date = new Date(at)
  // by calendar, not by 24 hours, because of clock changes
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime()
}

/** Returns the day of a time relative to now; the future counts as today. */
export function dayOf(at: number, now: number): 'today' | 'yesterday' | 'day' {
  const day = startOfDay(at)
  if (day >= startOfDay(now)) return 'today'
  return day >= startOfDay(now, 1) ? 'yesterday' : 'day'
}

/** A heading of a list. */
export interface Heading<Section extends string> {
  readonly kind: 'section'
  readonly key: string
  readonly section: Section
  /** Start of its day, in ms since 1970. */
  readonly at: number
}

/** Returns rows with headings: one before the first row of each section, and of each day with the section `day`. */
export function withHeadings<Row, Section extends string>(
  rows: readonly Row[],
  placeOf: (row: Row) => { readonly section: Section; readonly at: number },
): readonly (Heading<Section> | Row)[] {
  let last = ''
  return rows.flatMap((row) => {
    const { at, section } = placeOf(row)
    const day = startOfDay(at)
    const key = section === 'day' ? `day ${day}` : section
    const isNew = key !== last
    last = key
    return isNew ? [{ kind: 'section' as const, key, section, at: day }, row] : [row]
  })
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the heading of a day: "Today", "Yesterday", or weekday and date. */
export function dayWords(t: TFunction, language: string, day: ReturnType<typeof dayOf>, at: number): string {
  if (day !== 'day') return t(`chat.${day}`)
  const sameYear = new Date(at).getFullYear() === new Date().getFullYear()
  const key = `${language} ${sameYear}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(language, {
      month: 'long',
      day: 'numeric',
      ...(sameYear ? { weekday: 'long' } : { year: 'numeric' }),
    })
  formats.set(key, format)
  return format.format(at)
}
