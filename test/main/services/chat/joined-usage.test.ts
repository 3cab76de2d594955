import { expect, test } from 'vitest'
import { joinedUsage } from '../../../../src/main/services/chat/joined-usage.ts'

const usage = { promptTokens: 10, completionTokens: 2, cost: { currency: 'CNY', nano: 5 } } as const
const known = { usage, isCharged: true }
const untold = { usage: null, isCharged: true }
const refused = { usage: null, isCharged: false }

test('a charge of unknown size makes the total incomplete, on either side', () => {
  expect(joinedUsage(untold, known)).toEqual({ ...usage, isIncomplete: true })
  expect(joinedUsage(known, untold)).toEqual({ ...usage, isIncomplete: true })
  expect(joinedUsage(untold, untold)).toBeNull()
})

test('an answer that was not charged changes nothing', () => {
  expect(joinedUsage(refused, known)).toEqual(usage)
  expect(joinedUsage(known, refused)).toEqual(usage)
})

test('sums are complete if all parts are, and stay incomplete otherwise', () => {
  const both = { promptTokens: 20, completionTokens: 4, cost: { currency: 'CNY', nano: 10 } }
  expect(joinedUsage(known, known)).toEqual(both)
  const part = { usage: { ...usage, isIncomplete: true as const }, isCharged: true }
  expect(joinedUsage(part, known)).toEqual({ ...both, isIncomplete: true })
})
