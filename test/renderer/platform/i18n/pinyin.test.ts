import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import table from '../../../../src/renderer/platform/i18n/pinyin.json' with { type: 'json' }
import { readingsOf, spells } from '../../../../src/renderer/platform/i18n/pinyin.ts'

const readings = readingsOf(table)
const found = (letters: string, text: string) => spells(letters, text, readings)

describe('pinyin', () => {
  test('pinyin spells part of a text by syllables, by initials, or both', () => {
    for (const letters of ['mima', 'mm', 'mim', 'mma', "mi'ma", 'MiMa']) expect(found(letters, '代理密码')).toBe(true)
    expect(found('yuyan', '外观与语言')).toBe(true)
    expect(found('shengchengshu', '同时生成数')).toBe(true)
    expect(found('shcs', '同时生成数')).toBe(true)
    expect(found('dlmm', '代理：密码')).toBe(true)
    expect(found('apimiyao', 'API 密钥')).toBe(true)
  })

  test('pinyin may end within a syllable, but does not skip one', () => {
    expect(found('yuya', '语言')).toBe(true)
    expect(found('mimi', '密码')).toBe(false)
    expect(found('dma', '代理密码')).toBe(false)
  })

  test('every reading of a character is known, and v for ü', () => {
    expect(['hang', 'xing'].map((letters) => found(letters, '行'))).toEqual([true, true])
    expect(found('lvse', '绿色')).toBe(true)
  })

  test('a single letter or a Chinese word is not pinyin', () => {
    expect(found('m', '密码')).toBe(false)
    expect(found('密', '密码')).toBe(false)
  })

  test('each character of the interface has a reading', () => {
    const folder = join(import.meta.dirname, '../../../../src/renderer/platform/i18n/locales')
    const files = readdirSync(folder).filter((name) => name.startsWith('zh-CN') && name.endsWith('.json'))
    const characters = new Set(
      files.flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/\p{Script=Han}/gu)),
    )
    expect([...characters].filter((one) => one !== null && !readings.has(one))).toEqual([])
  })
})
