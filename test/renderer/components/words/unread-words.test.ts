import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { unreadWords } from '../../../../src/renderer/components/words/unread-words.ts'
import { showLanguage, startI18n } from '../../../../src/renderer/platform/i18n/i18n.ts'
import { unreadKinds } from '../../../../src/shared/unread-parts.ts'

afterEach(() => vi.unstubAllGlobals())

test('unread parts of every kind are named in both languages', async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await startI18n('en')
  const all = unreadKinds.map((kind) => ({ kind, count: 2 }))
  expect(unreadWords(i18next.t, 'en', undefined)).toBeNull()
  expect(unreadWords(i18next.t, 'en', [{ kind: 'pages', count: 1 }])).toBe('not read: 1 page without text')
  expect(unreadWords(i18next.t, 'en', all)).not.toContain('files.unread')
  await showLanguage('zh-CN')
  expect(unreadWords(i18next.t, 'zh-CN', [{ kind: 'pictures', count: 3 }])).toBe('未读取：3 张图片')
  expect(unreadWords(i18next.t, 'zh-CN', all)).not.toContain('files.unread')
})
