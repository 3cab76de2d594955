import { describe, expect, test } from 'vitest'
import { foundSettings, type SettingEntry } from '../../../../src/renderer/features/settings/found-settings.ts'

const entries: readonly SettingEntry[] = [
  { page: 'appearance', pageName: 'Appearance', label: 'Theme', hint: null },
  { page: 'chat', pageName: 'Chat', label: 'Stream answers', hint: 'Off: the answer appears all at once.' },
  { page: 'appearance', pageName: 'Appearance', label: 'Text size', hint: 'Applies to answers.' },
  { page: 'appearance', pageName: 'Appearance', label: null, hint: null },
]
const labels = (query: string) => foundSettings(query, entries).map(({ label }) => label)

describe('the search in the settings', () => {
  test('finds a page before its rows', () => {
    expect(labels('appear')).toEqual([null, 'Theme', 'Stream answers', 'Text size'])
  })

  test('finds labels before hints, in any case', () => {
    expect(labels('ANSWERS')).toEqual(['Stream answers', 'Text size'])
  })

  test('wants every word', () => {
    expect(labels('text  size')).toEqual(['Text size'])
    expect(labels('text theme')).toEqual([])
  })

  test('finds nothing for a blank query', () => {
    expect(labels('  ')).toEqual([])
  })
})
