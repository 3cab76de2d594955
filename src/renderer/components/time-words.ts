import type { TFunction } from 'i18next'

/** How long ago something was, in words. */
export function relativeTime(t: TFunction, language: string, at: number, now: number): string {
  const seconds = Math.round((now - at) / 1000)
  if (seconds < 60) return t('time.justNow')
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (seconds < 3600) return format.format(-Math.floor(seconds / 60), 'minute')
  if (seconds < 86_400) return format.format(-Math.floor(seconds / 3600), 'hour')
  return format.format(-Math.floor(seconds / 86_400), 'day')
}

/** The time of day, with the date when it was not today. */
export function timeOf(language: string, at: number, now: number): string {
  const today = new Date(at).toDateString() === new Date(now).toDateString()
  const time = { hour: '2-digit', minute: '2-digit', hour12: false } as const
  return new Intl.DateTimeFormat(language, today ? time : { month: 'short', day: 'numeric', ...time }).format(at)
}
