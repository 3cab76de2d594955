import type { ImageFilter } from '../../../shared/image.ts'

/** The filter that lets everything through. */
export const noFilter: ImageFilter = {
  query: '',
  models: [],
  sizes: [],
  from: null,
  to: null,
  favourite: false,
  collectionId: null,
}

/** Whether a filter lets less than everything through. */
export function narrows(filter: ImageFilter): boolean {
  return filter.query.trim() !== '' || filter.favourite || filter.collectionId !== null || details(filter) > 0
}

/** How many of the popover's filters are set. */
export function details(filter: ImageFilter): number {
  const dates = filter.from === null && filter.to === null ? 0 : 1
  return filter.models.length + filter.sizes.length + dates
}

export type DateChoice = 'any' | 'today' | 'week' | 'month' | 'between'

const day = 86_400_000

/** Midnight before a moment, in local time. */
function startOfDay(at: number): number {
  const date = new Date(at)
  date.setHours(0, 0, 0, 0)
  return date.getTime()
}

/** The bounds that a choice of dates stands for; "7 days" counts today as one of them. */
export function datesOf(choice: Exclude<DateChoice, 'between'>, now: number): Pick<ImageFilter, 'from' | 'to'> {
  const back = (days: number) => {
    // by the calendar, as a day of the clock's change has not 24 hours
    const date = new Date(startOfDay(now))
    date.setDate(date.getDate() - days)
    return date.getTime()
  }
  switch (choice) {
    case 'any':
      return { from: null, to: null }
    case 'today':
      return { from: back(0), to: null }
    case 'week':
      return { from: back(6), to: null }
    case 'month':
      return { from: back(29), to: null }
    default:
      return choice satisfies never
  }
}

/** The choice that bounds stand for. */
export function choiceOf(filter: Pick<ImageFilter, 'from' | 'to'>, now: number): DateChoice {
  if (filter.from === null && filter.to === null) return 'any'
  if (filter.to !== null) return 'between'
  for (const choice of ['today', 'week', 'month'] as const) {
    if (datesOf(choice, now).from === filter.from) return choice
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

/** A moment as the text of a date field; `end` shows the last day that is still inside. */
export function dateField(moment: number | null, end: boolean): string {
  if (moment === null) return ''
  const date = new Date(end ? moment - day / 2 : moment)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
