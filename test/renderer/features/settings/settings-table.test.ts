import { describe, expect, test } from 'vitest'
import { en } from '../../../../src/renderer/platform/i18n/locales/en.ts'
import { zhCN } from '../../../../src/renderer/platform/i18n/locales/zh-cn.ts'
import { settingsPages } from '../../../../src/renderer/platform/navigation.ts'
import type { SettingField } from '../../../../src/shared/settings/setting-field.ts'
import { settingsTable } from '../../../../src/shared/settings-table.ts'

const fields: readonly (readonly [string, SettingField])[] = Object.entries(settingsTable)

/** The text of a key; undefined without one. */
function wordsOf(resources: unknown, key: string): unknown {
  let at = resources
  for (const name of key.split('.'))
    at = typeof at === 'object' && at !== null ? Object.entries(at).find(([other]) => other === name)?.[1] : undefined
  return at
}

/** Keys of all texts shown for a setting. */
function keysOf(field: SettingField): readonly string[] {
  const choices = field.kind === 'choice' ? field.options.map(({ words }) => words) : []
  return [field.label, field.hint, ...choices].filter((key) => key !== null)
}

describe('the table of settings', () => {
  test.each(fields.filter(([, field]) => keysOf(field).length > 0))(
    '%s has its words in both languages',
    (_, field) => {
      for (const key of keysOf(field))
        expect([typeof wordsOf(en, key), typeof wordsOf(zhCN, key)], key).toEqual(['string', 'string'])
    },
  )

  test.each(fields.filter(([, field]) => field.page !== null))('%s is shown on a page that there is', (_, field) => {
    expect(settingsPages).toContain(field.page)
  })
})
