import type { TFunction } from 'i18next'

/** The beginning of the day of a moment, or of one some days before, in local time. */
export function startOfDay(at: number, daysBefore = 0): number {
  const date = new Date(at)
  // by calendar, not by 24 hours: a day of a clock change is as good as any other
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime()
}

/** How the day of a moment is called: what is to come is today. */
export function dayOf(at: number, now: number): 'today' | 'yesterday' | 'day' {
  const day = startOfDay(at)
  if (day >= startOfDay(now)) return 'today'
  return day >= startOfDay(now, 1) ? 'yesterday' : 'day'
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The heading of what was made on one day: a name where it has one, else weekday and date. */
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
