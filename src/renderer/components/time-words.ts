import type { TFunction } from 'i18next'

/** How long ago something was, in words. */
export function relativeTime(t: TFunction, language: string, at: number, now: number): string {
  const seconds = Math.round((now - at) / 1000)
  if (seconds < 60) return t('time.justNow')
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (seconds < 3600) return relative.format(-Math.floor(seconds / 60), 'minute')
  if (seconds < 86_400) return relative.format(-Math.floor(seconds / 3600), 'hour')
  return relative.format(-Math.floor(seconds / 86_400), 'day')
}

/** The time of day, with the date when it was not today. */
export function timeOf(language: string, at: number, now: number): string {
  const today = new Date(at).toDateString() === new Date(now).toDateString()
  return format(language, today ? 'time' : 'day and time').format(at)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format costs more than all that is done with it, and every message has a time. */
function format(language: string, kind: 'time' | 'day and time'): Intl.DateTimeFormat {
  const key = `${language} ${kind}`
  const known = formats.get(key)
  if (known) return known
  const time = { hour: '2-digit', minute: '2-digit', hour12: false } as const
  const made = new Intl.DateTimeFormat(language, kind === 'time' ? time : { month: 'short', day: 'numeric', ...time })
  formats.set(key, made)
  return made
}
