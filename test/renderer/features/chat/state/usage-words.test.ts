import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { costWords, usageWords } from '../../../../../src/renderer/features/chat/state/usage-words.ts'
import { en } from '../../../../../src/renderer/platform/i18n/locales/en.ts'
import { message } from '../messages-made.ts'

const i18n = createInstance({ lng: 'en', resources: { en: { translation: en } } })
await i18n.init()

const { status } = message('a')
const usage = { promptTokens: 10, completionTokens: 20, cost: { currency: 'CNY', nano: 20_000_000 } } as const

test('the cost of an answer is separate from its other figures', () => {
  expect(usageWords(i18n.t, { ...status, usage })).toBe('10 + 20 tokens')
  expect(costWords(i18n.t, 'en', { ...status, usage })).toBe('¥0.02')
})

test('the cost of a partly counted answer is a minimum', () => {
  expect(costWords(i18n.t, 'en', { ...status, usage: { ...usage, isIncomplete: true } })).toMatch(/^at least .*0\.02$/)
})

test('no cost is shown for an answer whose cost is unknown', () => {
  expect(costWords(i18n.t, 'en', status)).toBe('')
  expect(costWords(i18n.t, 'en', { ...status, usage: { promptTokens: 1, completionTokens: 1 } })).toBe('')
})
