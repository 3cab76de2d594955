import { z } from 'zod'
import { assertNever } from '../../../shared/errors.ts'
import { mediaItemSchema } from '../../../shared/media.ts'
import type { Column, ColumnKind, Table } from '../../storage/table.ts'

export const portableId = z.string().min(1).max(100)
export const mediaId = mediaItemSchema.unwrap().shape.id
/** The years 1 to 9999, in ms since 1970; other years have no page in the calendar. */
export const timeMin = -62_135_596_800_000
export const timeMax = 253_402_300_799_999
/** Range of a `Date`; clamped to the years above. */
export const portableTime = z
  .number()
  .int()
  .min(-8_640_000_000_000_000)
  .max(8_640_000_000_000_000)
  .transform((ms) => Math.min(timeMax, Math.max(timeMin, ms)))
/** Longer than any message; a longer text is an attempt to exhaust memory. */
export const textMax = 20_000_000

/** The schemas of the columns of a row. */
export type PortableFields<R> = {
  [K in keyof R]-?: Partial<Pick<R, K>> extends Pick<R, K>
    ? z.ZodOptional<z.ZodType<Exclude<R[K], undefined>>>
    : z.ZodType<R[K]>
}

/** Returns what an export holds of each of these columns, in the names and types of the table's rows. */
export function portableFields<R extends object>(table: Table<R>): PortableFields<R>
// TypeScript has no better type for an object that is built key by key
export function portableFields(table: Pick<Table<object>, 'entries'>): object {
  return Object.fromEntries(table.entries.map(({ column, key }) => [key, portable(column)]))
}

function portable({ absent, isNullable, kind }: Column<unknown>): z.ZodType {
  const schema = schemaOf(kind)
  if (absent !== undefined) return schema.optional()
  return isNullable ? schema.nullable() : schema
}

function schemaOf(kind: ColumnKind): z.ZodType {
  switch (kind.kind) {
    case 'id':
      return portableId
    case 'media':
      return mediaId
    case 'text':
      return z.string().max(kind.importedMax ?? textMax)
    case 'choice':
      return z.enum(kind.values)
    case 'json':
      return kind.schema
    case 'flag':
      return z.boolean()
    case 'integer':
    case 'bytes':
      return z.number().int().min(0)
    case 'real':
      return z.number().min(0)
    case 'time':
    case 'markedTime':
      return portableTime
    default:
      return assertNever(kind, 'column kind')
  }
}
