import { z } from 'zod'
import { type SettingField, type Settings, settingsTable } from './settings-table.ts'

export type { Settings, SettingsPatch } from './settings-table.ts'

/** Most entries in a table that the person fills. */
export const ownEntriesMax = 2_000

function schemaOf(field: SettingField): z.ZodType {
  switch (field.kind) {
    case 'choice':
      return z.enum(field.options.map(({ value }) => value))
    case 'number':
      return z.number().int().min(field.min).max(field.max)
    case 'switch':
      return z.boolean()
    case 'own-table': {
      const value =
        'min' in field.values ? z.number().min(field.values.min).max(field.values.max) : z.enum(field.values)
      return z
        .record(z.string().max(field.keyMax), value)
        .refine((entries) => Object.keys(entries).length <= ownEntriesMax, `more than ${ownEntriesMax} entries`)
    }
  }
}

type Schemas = { readonly [K in keyof Settings]: z.ZodType<Settings[K], Settings[K]> }

// the overload keeps the names of the table in the type
function fromTable(make: (field: SettingField) => z.ZodType): Schemas
function fromTable(make: (field: SettingField) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(settingsTable).map(([name, field]) => [name, make(field)]))
}

/** Schema of all settings; each unknown or broken value falls back to its default by itself. */
export const settingsSchema = z.object(fromTable((field) => schemaOf(field).catch(field.initial))).readonly()

/** Settings of a new installation. */
export const defaultSettings: Settings = settingsSchema.parse({})

/** A change to some settings; strict, because it comes from the page. */
export const settingsPatchSchema = z.strictObject(fromTable(schemaOf)).partial()
