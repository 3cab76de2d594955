import { startOfDay } from './days.ts'

/** Bounds in ms since 1970: inclusive `from`, exclusive `to`; null is no bound. */
export interface Dates {
  readonly from: number | null
  readonly to: number | null
}

export const dateChoices = ['any', 'today', 'week', 'month', 'between'] as const
export type DateChoice = (typeof dateChoices)[number]

/** Returns the bounds of a choice of dates; "7 days" includes today. */
export function datesOf(choice: Exclude<DateChoice, 'between'>, now: number): Dates {
  switch (choice) {
    case 'any':
      return { from: null, to: null }
    case 'today':
      return { from: startOfDay(now), to: null }
    case 'week':
      return { from: startOfDay(now, 6), to: null }
    case 'month':
      return { from: startOfDay(now, 29), to: null }
    default:
      return choice satisfies never
  }
}

/** Returns the choice that matches the bounds. */
export function choiceOf({ from, to }: Dates, now: number): DateChoice {
  if (from === null && to === null) return 'any'
  if (to !== null) return 'between'
  for (const choice of ['today', 'week', 'month'] as const) {
    if (datesOf(choice, now).from === from) return choice
  }
  return 'between'
}

/** Returns the start of a date field's day, or its end; null without a day. */
export function momentOf(dateField: string, end: boolean): number | null {
  const match = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(dateField)
  if (match === null) return null
  const [, year, month, date] = match
  return new Date(Number(year), Number(month) - 1, Number(date) + (end ? 1 : 0)).getTime()
}

const halfDay = 43_200_000

/** Returns the text of a date field for a time; with `end`, the last day inside the limit. */
export function dateField(moment: number | null, end: boolean): string {
  if (moment === null) return ''
  const date = new Date(end ? moment - halfDay : moment)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Returns the days of a range as a language writes them; empty without a bound. */
export function datesWords(language: string, { from, to }: Dates): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long' })
  const last = to === null ? null : to - halfDay
  if (from !== null && last !== null) return format.formatRange(from, last)
  if (from !== null) return `${format.format(from)} –`
  return last === null ? '' : `– ${format.format(last)}`
}
