import type { TFunction } from 'i18next'

/** Returns the time since a moment, in words. */
export function relativeTime(t: TFunction, language: string, at: number, now: number): string {
  const seconds = Math.round((now - at) / 1000)
  if (seconds < 60) return t('time.justNow')
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (seconds < 3600) return relative.format(-Math.floor(seconds / 60), 'minute')
  if (seconds < 86_400) return relative.format(-Math.floor(seconds / 3600), 'hour')
  return relative.format(-Math.floor(seconds / 86_400), 'day')
}

/** Returns the time of day; with the date if not today, and the year if not this year. */
export function timeOf(language: string, at: number, now: number): string {
  const then = new Date(at)
  const today = new Date(now)
  if (then.toDateString() === today.toDateString()) return format(language, 'time').format(at)
  return format(language, then.getFullYear() === today.getFullYear() ? 'day' : 'moment').format(at)
}

/** Returns the date with year, and time of day. */
export function momentWords(language: string, at: number): string {
  return format(language, 'moment').format(at)
}

/** Returns the date with year. */
export function dateWords(language: string, at: number): string {
  return format(language, 'date').format(at)
}

type Kind = 'time' | 'day' | 'moment' | 'date'

/** 12 or 24 hours, following the system instead of the app's language */
const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()

const time: Intl.DateTimeFormatOptions = {
  hour: hourCycle === 'h12' || hourCycle === 'h11' ? 'numeric' : '2-digit',
  minute: '2-digit',
  ...(hourCycle === undefined ? {} : { hourCycle }),
}
const options: Readonly<Record<Kind, Intl.DateTimeFormatOptions>> = {
  time,
  day: { month: 'short', day: 'numeric', ...time },
  moment: { year: 'numeric', month: 'short', day: 'numeric', ...time },
  date: { year: 'numeric', month: 'short', day: 'numeric' },
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached format, because creating one is slow and every message has a time. */
function format(language: string, kind: Kind): Intl.DateTimeFormat {
  const key = `${language} ${kind}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(language, options[kind])
  formats.set(key, made)
  return made
}
