import { describe, expect, test } from 'vitest'
import {
  type Allowance,
  isAffordable,
  mayBeCharged,
  midnightOf,
  sendDecisions,
} from '../../../../../src/main/services/transcription/watch/send-policy.ts'
import { watchedFile } from '../../../../fakes/watched-files.ts'

const yuan = 1e9
const minute = 60_000
const price = {
  ...{ model: 'm', connectionId: '', currency: 'CNY' as const },
  ...{ input: null, cached: null, output: null, image: null, second: null, minute: yuan },
}
const allowance: Allowance = {
  budget: { currency: 'CNY', nano: 10 * yuan },
  ...{ price, spentNano: 0, reservedNano: 0, appLeftNano: null, isPaused: false, hasConnection: true },
}
/** Reasons for recordings of so many minutes. */
const reasons = (minutes: readonly (number | null)[], changes: Partial<Allowance> = {}): readonly string[] => {
  const files = minutes.map((of, index) =>
    watchedFile(`${index}.wav`, { duration: of === null ? null : of * minute, state: 'waiting' }),
  )
  return [...sendDecisions(files, { ...allowance, ...changes }).values()].map(({ reason }) => reason)
}

describe('the recordings that are sent automatically', () => {
  test('are those that fit into the budget together, in their order', () => {
    expect(reasons([4, 5, 2, 1])).toEqual(['next', 'next', 'today', 'next'])
  })

  test('leave what is spent and what is reserved', () => {
    expect(reasons([4], { spentNano: 5 * yuan, reservedNano: 2 * yuan })).toEqual(['today'])
    expect(reasons([3], { spentNano: 5 * yuan, reservedNano: 2 * yuan })).toEqual(['next'])
  })

  test('stay within the budget for everything too', () => {
    expect(reasons([1, 2], { appLeftNano: 2 * yuan })).toEqual(['next', 'app_budget'])
  })

  test('need a price, a length, a connection and queues that run', () => {
    expect(reasons([1], { price: null })).toEqual(['no_price'])
    expect(reasons([1], { price: { ...price, minute: null } })).toEqual(['no_price'])
    expect(reasons([1], { price: { ...price, currency: 'USD' } })).toEqual(['other_currency'])
    expect(reasons([null])).toEqual(['no_length'])
    expect(reasons([1], { hasConnection: false })).toEqual(['no_connection'])
    expect(reasons([1], { isPaused: true })).toEqual(['paused'])
  })

  test('are never one that costs more than a whole day', () => {
    expect(reasons([11, 1])).toEqual(['over_budget', 'next'])
  })

  test('are none of those that wait for a press', () => {
    const file = watchedFile('a.wav', { duration: minute, hold: 'changed' })
    expect(sendDecisions([file], allowance).get(file.id)).toEqual({ reason: 'changed' })
    expect(
      sendDecisions([watchedFile('a.wav')], null)
        .values()
        .next().value,
    ).toEqual({ reason: 'press' })
  })
})

test('a request is affordable up to the last unit of a budget', () => {
  const spent = { ...allowance, spentNano: 9 * yuan }
  expect([isAffordable(spent, yuan), isAffordable(spent, yuan + 1)]).toEqual([true, false])
  expect(isAffordable({ ...spent, appLeftNano: yuan - 1 }, yuan)).toBe(false)
})

test('a failure counts as charged unless it is a refusal', () => {
  expect((['rate_limited', 'too_large', 'invalid_key', 'refused'] as const).map(mayBeCharged)).toEqual(
    Array(4).fill(false),
  )
  expect((['server_error', 'connection_lost', 'timeout', 'empty_answer'] as const).map(mayBeCharged)).toEqual(
    Array(4).fill(true),
  )
})

test('the day begins at local midnight', () => {
  const noon = new Date(2026, 5, 1, 12).getTime()
  expect(midnightOf(noon)).toBe(new Date(2026, 5, 1).getTime())
})
