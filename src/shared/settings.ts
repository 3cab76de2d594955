import { z } from 'zod'
import type { SettingField } from './settings/setting-field.ts'
import { type Settings, settingsTable } from './settings-table.ts'

export type { Settings, SettingsPatch } from './settings-table.ts'

/** Maximum number of entries in a table that the user fills. */
export const ownEntriesMax = 2_000

function schemaOf(field: SettingField): z.ZodType {
  switch (field.kind) {
    case 'choice':
      return z.enum(field.options.map(({ value }) => value))
    case 'number':
      return (field.decimals === undefined ? z.number().int() : z.number()).min(field.min).max(field.max)
    case 'switch':
      return z.boolean()
    case 'own-table': {
      return z
        .record(z.string().max(field.keyMax), valueSchemaOf(field.values))
        .refine((entries) => Object.keys(entries).length <= ownEntriesMax, `more than ${ownEntriesMax} entries`)
    }
  }
}

function valueSchemaOf(values: Extract<SettingField, { kind: 'own-table' }>['values']): z.ZodType {
  if ('min' in values) return z.number().min(values.min).max(values.max)
  return 'textMax' in values ? z.string().max(values.textMax) : z.enum(values)
}

type Schemas = { readonly [K in keyof Settings]: z.ZodType<Settings[K], Settings[K]> }

// the overload keeps the setting names in the type
function fromTable(make: (field: SettingField) => z.ZodType): Schemas
function fromTable(make: (field: SettingField) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(settingsTable).map(([name, field]) => [name, make(field)]))
}

/** Schema of all settings. Each unknown or invalid value falls back to its own default. */
export const settingsSchema = z.object(fromTable((field) => schemaOf(field).catch(field.initial))).readonly()

/** Settings of a new installation. */
export const defaultSettings: Settings = settingsSchema.parse({})

/** A change to some settings; strict, because it comes from the page. */
export const settingsPatchSchema = z.strictObject(fromTable(schemaOf)).partial()
