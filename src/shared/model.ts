import { z } from 'zod'
import { appErrorSchema } from './error-schema.ts'

export const modelSchema = z
  .object({
    id: z.string(),
    /** Lowercase name of the vendor family (`owned_by`), or '' when the gateway gives none. */
    family: z.string(),
    kind: z.enum(['chat', 'image', 'video', 'audio', 'embedding']),
  })
  .readonly()
export type Model = z.infer<typeof modelSchema>
export type ModelKind = Model['kind']

export const catalogueSchema = z
  .object({
    models: z.array(modelSchema).readonly(),
    /** When the gateway last answered, ms since 1970; null if never. */
    fetchedAt: z.number().nullable(),
    /** Error of the last refresh, when the list may be outdated. */
    error: appErrorSchema.nullable(),
  })
  .readonly()
/** The models that a connection's key may use, as last fetched; readable offline. */
export type Catalogue = z.infer<typeof catalogueSchema>
