import { describe, expect, test } from 'vitest'
import { foundSettings, type SettingEntry } from '../../../../src/renderer/features/settings/found-settings.ts'
import { readingsOf } from '../../../../src/renderer/platform/i18n/pinyin.ts'

const entries: readonly SettingEntry[] = [
  { page: 'appearance', pageName: 'Appearance', label: 'Theme', hint: null },
  { page: 'chat', pageName: 'Chat', label: 'Stream answers', hint: 'Off: the answer appears all at once.' },
  { page: 'appearance', pageName: 'Appearance', label: 'Text size', hint: 'Applies to answers.' },
  { page: 'appearance', pageName: 'Appearance', label: null, hint: null },
]
const labels = (query: string) => foundSettings(query, entries).map(({ label }) => label)

describe('the search in the settings', () => {
  test('a search in the settings finds a page before its rows', () => {
    expect(labels('appear')).toEqual([null, 'Theme', 'Stream answers', 'Text size'])
  })

  test('finds labels before hints, in any case', () => {
    expect(labels('ANSWERS')).toEqual(['Stream answers', 'Text size'])
  })

  test('finds only settings with every typed word', () => {
    expect(labels('text  size')).toEqual(['Text size'])
    expect(labels('text theme')).toEqual([])
  })

  test('finds nothing for a blank query', () => {
    expect(labels('  ')).toEqual([])
  })

  test('finds a Chinese label by its pinyin, after exact matches', () => {
    const readings = readingsOf({ mi: '密', ma: '码', yao: '钥' })
    const chinese: readonly SettingEntry[] = [
      { page: 'network', pageName: '网络', label: '密码', hint: null },
      { page: 'connections', pageName: '连接', label: 'mima', hint: null },
      { page: 'connections', pageName: '连接', label: '密钥', hint: null },
    ]
    const names = (query: string) => foundSettings(query, chinese, readings).map(({ label }) => label)
    expect(names('mima')).toEqual(['mima', '密码'])
    expect(names('mm')).toEqual(['密码'])
    expect(foundSettings('mm', chinese)).toEqual([])
  })
})
