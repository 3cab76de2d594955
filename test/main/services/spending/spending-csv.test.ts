import { expect, test } from 'vitest'
import { spendingCsv } from '../../../../src/main/services/spending/spending-csv.ts'
import type { SpendingGroup } from '../../../../src/shared/spending.ts'

const group = (changes: Partial<SpendingGroup>): SpendingGroup => ({
  ...{ day: '2026-03-01', kind: 'chat', model: 'm', connection: 'Work', currency: 'CNY', nano: 1, requests: 1 },
  ...{ promptTokens: 2, cachedTokens: 1, outputTokens: 3, images: 0, videoMs: 0, soundMs: 1500 },
  ...changes,
})
const groups = [
  group({ nano: 1_000_000_001 }),
  group({ currency: 'USD' }),
  group({ model: 'n', currency: null, requests: 2 }),
]

test('the CSV has all decimals, no cost if none is known, and no formula', () => {
  const lines = spendingCsv([...groups, group({ model: '=1+1', connection: 'a "b", c' })]).split('\r\n')
  expect(lines[1]).toBe('2026-03-01,chat,m,Work,CNY,1.000000001,1,2,1,3,0,0,1.5')
  expect(lines[3]).toBe('2026-03-01,chat,n,Work,,,2,2,1,3,0,0,1.5')
  expect(lines[4]).toContain(`'=1+1,"a ""b"", c",CNY,0.000000001`)
})

test.each(['+A1', '  =1+1', '＝1+1', '\t@x'])('the CSV contains no formula in the name of a model: %j', (model) => {
  expect(spendingCsv([group({ model })]).split('\r\n')[1]).toContain(`'${model}`)
})
