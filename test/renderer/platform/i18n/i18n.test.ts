import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { showLanguage, startI18n } from '../../../../src/renderer/platform/i18n/i18n.ts'

afterEach(() => vi.unstubAllGlobals())

test.each(['en', 'zh-CN'] as const)(
  'a title cannot turn round the sentence it is put into, in %s',
  async (language) => {
    vi.stubGlobal('document', { documentElement: { lang: '' } })
    await startI18n(language)
    const sentence = i18next.t('chat.actionsOf', { title: 'a\u202eb & <c>' })
    expect(sentence).toContain('ab & <c>')
    expect(sentence).not.toContain('\u202e')
  },
)

test('the language asked for last is shown, whichever is read first', async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n('en')
  await Promise.all([showLanguage('zh-CN'), showLanguage('en')])
  expect([i18next.language, document.documentElement.lang]).toEqual(['en', 'en'])
  await Promise.all([showLanguage('en'), showLanguage('zh-CN')])
  expect([i18next.language, i18next.t('chat.panel'), document.documentElement.lang]).toEqual(['zh-CN', '对话', 'zh-CN'])
})
