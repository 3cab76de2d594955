import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { sumWords } from '../../../../src/renderer/components/words/money-words.ts'
import money from '../../../../src/renderer/platform/i18n/locales/en-money.json' with { type: 'json' }

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: { money } } } })
})

const words = (sum: Parameters<typeof sumWords>[2]): string => sumWords(i18next.t, 'en', sum)
const yuan = { currency: 'CNY', nano: 2_000_000_000 } as const

test('a sum tells how many of its requests have no price', () => {
  expect(words({ requests: 3, totals: [yuan], unpriced: 0 })).toBe('¥2.00')
  expect(words({ requests: 3, totals: [yuan], unpriced: 1 })).toBe('¥2.00 · cost of 1 unknown')
})

test('a sum without any price counts nothing', () => {
  expect(words({ requests: 1, totals: [], unpriced: 1 })).toBe('cost unknown')
  expect(words({ requests: 0, totals: [], unpriced: 0 })).toBe('–')
})
