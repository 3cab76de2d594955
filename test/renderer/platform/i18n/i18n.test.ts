import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { showLanguage, startI18n } from '../../../../src/renderer/platform/i18n/i18n.ts'

afterEach(() => vi.unstubAllGlobals())

test.each(['en', 'zh-CN'] as const)('a title cannot change the direction of its sentence, in %s', async (language) => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n(language)
  const sentence = i18next.t('chat.actionsOf', { title: 'a\u202eb & <c>' })
  expect(sentence).toContain('ab & <c>')
  expect(sentence).not.toContain('\u202e')
})

test('the language requested last is shown, in any order of loading', async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n('en')
  await Promise.all([showLanguage('zh-CN'), showLanguage('en')])
  expect([i18next.language, document.documentElement.lang]).toEqual(['en', 'en'])
  await Promise.all([showLanguage('en'), showLanguage('zh-CN')])
  expect([i18next.language, i18next.t('chat.panel'), document.documentElement.lang]).toEqual(['zh-CN', '对话', 'zh-CN'])
})

test.each([
  ['en', '“Tea” was moved to the bin', '2 items were moved to the bin', '0 items were moved to the bin'],
  ['zh-CN', '“Tea”已移到回收站', '已将 2 项移到回收站', '已将 0 项移到回收站'],
] as const)('a sentence about exactly one thing names it, in %s', async (language, one, two, none) => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n(language)
  const deleted = (count: number) => i18next.t('history.deleted', { count, title: 'Tea' })
  expect([deleted(1), deleted(2), deleted(0)]).toEqual([one, two, none])
})

test.each([
  ['en', '1 page', '1,5 pages'],
  ['zh-CN', '1 页', '1,5 页'],
] as const)('every other count follows the plural rules of %s', async (language, one, more) => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n(language)
  const pages = (count: number) => i18next.t('files.pages', { count })
  expect([pages(1), pages(1.5).replace('.', ',')]).toEqual([one, more])
})
