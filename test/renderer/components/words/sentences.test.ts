import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { sentences } from '../../../../src/renderer/components/words/sentences.ts'
import { showLanguage, startI18n } from '../../../../src/renderer/platform/i18n/i18n.ts'

afterEach(() => vi.unstubAllGlobals())

test('sentences have a space between them in English, and none in Chinese', async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n('en')
  expect(sentences(i18next.t, 'One.', null, 'Two.', 'Three.')).toBe('One. Two. Three.')
  expect(sentences(i18next.t, 'One.', '')).toBe('One. ')
  expect([sentences(i18next.t, null), sentences(i18next.t, 'One.')]).toEqual(['', 'One.'])
  await showLanguage('zh-CN')
  expect(sentences(i18next.t, '一。', null, '二。')).toBe('一。二。')
  expect(sentences(i18next.t, '一。', '')).toBe('一。')
})
