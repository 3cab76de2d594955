import { startOfDay } from './days.ts'

/** From this moment on, and before that one, in ms since 1970; null is no bound. */
export interface Dates {
  readonly from: number | null
  readonly to: number | null
}

export const dateChoices = ['any', 'today', 'week', 'month', 'between'] as const
export type DateChoice = (typeof dateChoices)[number]

/** The bounds that a choice of dates stands for; "7 days" counts today as one of them. */
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

/** The choice that bounds stand for. */
export function choiceOf({ from, to }: Dates, now: number): DateChoice {
  if (from === null && to === null) return 'any'
  if (to !== null) return 'between'
  for (const choice of ['today', 'week', 'month'] as const) {
    if (datesOf(choice, now).from === from) return choice
  }
  return 'between'
}

/** A day of a date field as the moment it begins, or the moment it is over; null for none. */
export function momentOf(dateField: string, end: boolean): number | null {
  const match = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(dateField)
  if (match === null) return null
  const [, year, month, date] = match
  return new Date(Number(year), Number(month) - 1, Number(date) + (end ? 1 : 0)).getTime()
}

const halfDay = 43_200_000

/** A moment as the text of a date field; `end` shows the last day that is still inside. */
export function dateField(moment: number | null, end: boolean): string {
  if (moment === null) return ''
  const date = new Date(end ? moment - halfDay : moment)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
