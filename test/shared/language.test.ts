import { expect, it } from 'vitest'
import { languageFor } from '../../src/shared/language.ts'

it('follows the system only when set to', () => {
  expect(languageFor('system', 'zh-Hans-CN')).toBe('zh-CN')
  expect(languageFor('system', 'de-DE')).toBe('en')
  expect(languageFor('en', 'zh-CN')).toBe('en')
  expect(languageFor('zh-CN', 'en-US')).toBe('zh-CN')
})
