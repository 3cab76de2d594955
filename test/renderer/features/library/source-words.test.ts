import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { sourceWords } from '../../../../src/renderer/features/library/knowledge/source-words.ts'
import { en } from '../../../../src/renderer/platform/i18n/locales/en.ts'
import { zhCN } from '../../../../src/renderer/platform/i18n/locales/zh-cn.ts'
import type { KnowledgeSource, SourceProgress } from '../../../../src/shared/knowledge.ts'

const resources = { en: { translation: en }, 'zh-CN': { translation: zhCN } }
const i18n = createInstance()
await i18n.init({ lng: 'en', resources, interpolation: { escapeValue: false } })

const none = {
  state: 'failed',
  problem: 'gone',
  documents: 0,
  passages: 0,
  failedFiles: 0,
  firstFailed: null,
  unread: [],
} as const
const source = (progress: SourceProgress): KnowledgeSource => ({
  ...{ id: 's', kind: 'folder', name: 'Notes', folder: null, itemId: null },
  progress,
})

test('a missing folder says which of its passages remain', () => {
  expect(sourceWords(i18n.t, 'en', source(none))).toBe('It no longer exists.')
  expect(sourceWords(i18n.t, 'en', source({ ...none, documents: 1, passages: 12 }))).toBe(
    'It no longer exists. The 12 passages read before stay in use.',
  )
  expect(sourceWords(i18n.getFixedT('zh-CN'), 'zh-CN', source({ ...none, documents: 1, passages: 12 }))).toBe(
    '已不存在。之前读取的 12 个段落仍可使用。',
  )
})

test('a source lists the non-text parts of its files', () => {
  const unread = [
    { kind: 'pictures', count: 3 },
    { kind: 'attachments', count: 1 },
  ] as const
  const read = source({ ...none, state: 'read', problem: null, documents: 2, passages: 4, unread })
  expect(sourceWords(i18n.t, 'en', read)).toBe('2 files · 4 passages · not read: 3 pictures and 1 attached file')
  expect(sourceWords(i18n.getFixedT('zh-CN'), 'zh-CN', read)).toMatch(/未读取：3 张图片和1 个附件$/)
})
