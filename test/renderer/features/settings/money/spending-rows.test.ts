import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import {
  connectionWords,
  rowsBy,
  sumOfGroups,
} from '../../../../../src/renderer/features/settings/money/spending-rows.ts'
import { en } from '../../../../../src/renderer/platform/i18n/locales/en.ts'
import { zhCN } from '../../../../../src/renderer/platform/i18n/locales/zh-cn.ts'
import type { SpendingGroup } from '../../../../../src/shared/spending.ts'

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

test('currencies are summed separately, and requests without a price are counted', () => {
  expect(sumOfGroups(groups)).toEqual({
    totals: [
      { currency: 'CNY', nano: 1_000_000_001 },
      { currency: 'USD', nano: 1 },
    ],
    requests: 4,
    unpriced: 2,
  })
  expect(rowsBy(groups, 'model').map(({ name, requests, tokens }) => [name, requests, tokens])).toEqual([
    ['m', 2, 10],
    ['n', 2, 5],
  ])
})

test.each([
  ['en', en, ['(none)', 'Demo', 'Environment', 'Work']],
  ['zh-CN', zhCN, ['（无）', '演示', '环境变量', 'Work']],
] as const)('connections have the names that they have everywhere: %s', async (lng, words, names) => {
  const i18n = createInstance()
  await i18n.init({ lng, resources: { [lng]: { translation: words } } })
  expect(['', 'demo', 'environment', 'Work'].map((name) => connectionWords(i18n.t, name))).toEqual(names)
})
