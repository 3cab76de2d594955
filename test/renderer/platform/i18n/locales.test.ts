import { describe, expect, it } from 'vitest'
import { en } from '../../../../src/renderer/platform/i18n/locales/en.ts'
import { zhCN } from '../../../../src/renderer/platform/i18n/locales/zh-cn.ts'
import { errorCodes } from '../../../../src/shared/errors.ts'

type Words = { readonly [key: string]: string | Words }

function entries(words: Words, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : entries(value, `${path}${key}.`),
  )
}

const english = new Map(entries(en))
const chinese = new Map(entries(zhCN))

describe('the locale files', () => {
  it('the locale files have the same keys', () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort())
  })

  it('the locale files have the same placeholders', () => {
    const gaps = (text = '') => (text.match(/\{\{\w+\}\}/g) ?? []).sort()
    for (const [key, text] of english) expect([key, gaps(chinese.get(key))]).toEqual([key, gaps(text)])
  })

  it('the locale files have no empty text', () => {
    for (const [key, text] of [...english, ...chinese]) expect([key, text.trim()]).not.toEqual([key, ''])
  })

  it('the locale files have a sentence for every error', () => {
    for (const code of errorCodes) expect(english.get(`errors.${code}.title`), code).toBeTypeOf('string')
    const known = new Set<string>(errorCodes)
    expect(Object.keys(en.errors).filter((code) => !known.has(code))).toEqual([])
  })
})
