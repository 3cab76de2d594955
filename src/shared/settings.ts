import { z } from 'zod'
import { type SettingField, type Settings, settingsTable } from './settings-table.ts'

export type { Settings, SettingsPatch } from './settings-table.ts'

/** The most entries of one of the person's own tables. */
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

// the overload tells what goes through the table and keeps its names
function fromTable(make: (field: SettingField) => z.ZodType): Schemas
function fromTable(make: (field: SettingField) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(settingsTable).map(([name, field]) => [name, make(field)]))
}

/** All settings; unknown or broken values fall back one by one, never all at once. */
export const settingsSchema = z.object(fromTable((field) => schemaOf(field).catch(field.initial))).readonly()

/** What a new installation starts with. */
export const defaultSettings: Settings = settingsSchema.parse({})

/** A change to some settings; strict, because it comes from the page. */
export const settingsPatchSchema = z.strictObject(fromTable(schemaOf)).partial()
