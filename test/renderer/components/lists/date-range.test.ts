import { expect, it } from 'vitest'
import {
  choiceOf,
  dateField,
  datesOf,
  datesWords,
  momentOf,
} from '../../../../src/renderer/components/lists/date-range.ts'

const now = new Date(2026, 10, 21, 15, 30).getTime()

it('begins days at midnight of the calendar', () => {
  expect(datesOf('today', now)).toEqual({ from: new Date(2026, 10, 21).getTime(), to: null })
  expect(datesOf('week', now)).toEqual({ from: new Date(2026, 10, 15).getTime(), to: null })
  expect(datesOf('month', now)).toEqual({ from: new Date(2026, 9, 23).getTime(), to: null })
})

it('recognises the chosen range', () => {
  for (const choice of ['any', 'today', 'week', 'month'] as const) {
    expect(choiceOf(datesOf(choice, now), now)).toBe(choice)
  }
  expect(choiceOf({ from: 5, to: null }, now)).toBe('between')
  expect(choiceOf({ from: null, to: 5 }, now)).toBe('between')
})

it('includes the whole last day', () => {
  const end = momentOf('2026-11-21', true)
  expect(end).toBe(new Date(2026, 10, 22).getTime())
  expect(dateField(end, true)).toBe('2026-11-21')
  expect(dateField(momentOf('2026-02-03', false), false)).toBe('2026-02-03')
  expect(momentOf('', false)).toBeNull()
  expect(dateField(null, true)).toBe('')
})

it('writes the days of a range in the language of the interface', () => {
  const range = { from: momentOf('2026-11-03', false), to: momentOf('2026-11-21', true) }
  expect(datesWords('zh-CN', range)).toMatch(/^2026\D11\D3\D.*21/)
  expect(datesWords('en', { ...range, to: null })).toBe('November 3, 2026 –')
  expect(datesWords('en', { ...range, from: null })).toBe('– November 21, 2026')
  expect(datesWords('en', { from: null, to: null })).toBe('')
})
