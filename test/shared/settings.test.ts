import { describe, expect, test } from 'vitest'
import type { SettingField } from '../../src/shared/settings/setting-field.ts'
import { defaultSettings, settingsPatchSchema, settingsSchema } from '../../src/shared/settings.ts'
import { settingsTable, withPatch } from '../../src/shared/settings-table.ts'

const fields: readonly (readonly [string, SettingField])[] = Object.entries(settingsTable)
const accepts = (name: string, value: unknown): boolean => settingsPatchSchema.safeParse({ [name]: value }).success

describe.each(fields)('the setting %s', (name, field) => {
  test("a setting's default is valid, and replaces an invalid value", () => {
    expect(accepts(name, field.initial)).toBe(true)
    expect(defaultSettings).toMatchObject({ [name]: field.initial })
    expect(settingsSchema.parse({ ...defaultSettings, [name]: Symbol.iterator })).toEqual(defaultSettings)
  })

  test('a setting accepts its own values and no others', () => {
    expect(accepts(name, null)).toBe(false)
    switch (field.kind) {
      case 'choice':
        for (const { value } of field.options) expect(accepts(name, value), value).toBe(true)
        expect(accepts(name, 'neon')).toBe(false)
        break
      case 'number':
        expect(
          [field.min - ('decimals' in field ? 0.01 : 1), field.min, field.max, field.max + 1].map((value) =>
            accepts(name, value),
          ),
        ).toEqual([false, true, true, false])
        expect(accepts(name, field.min + 0.5)).toBe('decimals' in field)
        break
      case 'switch':
        expect([true, false, 1].map((value) => accepts(name, value))).toEqual([true, true, false])
        break
      case 'own-table': {
        const { values } = field
        const [value, outside] =
          'min' in values
            ? [values.max, values.max + 1]
            : 'textMax' in values
              ? ['v'.repeat(values.textMax), 'v'.repeat(values.textMax + 1)]
              : [values[0], 'neon']
        expect(accepts(name, { ['k'.repeat(field.keyMax)]: value })).toBe(true)
        expect(accepts(name, { ['k'.repeat(field.keyMax + 1)]: value })).toBe(false)
        expect(accepts(name, { key: outside })).toBe(false)
        expect(accepts(name, { key: Symbol.iterator })).toBe(false)
      }
    }
  })
})

test('a change without a value has no effect', () => {
  expect(withPatch(defaultSettings, { theme: undefined, stallSeconds: 5 })).toEqual({
    ...defaultSettings,
    stallSeconds: 5,
  })
})
