import { z } from 'zod'
import { appErrorSchema } from './errors.ts'

export const modelSchema = z
  .object({
    id: z.string(),
    /** Lowercase name of the vendor family (`owned_by`), or an empty string where the gateway gives none. */
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
    /** Why the list may be old: the last attempt's error. */
    error: appErrorSchema.nullable(),
  })
  .readonly()
/** What a connection's key may use, as last seen; readable offline. */
export type Catalogue = z.infer<typeof catalogueSchema>

/**
 * Guesses what a model is for from its id, as the catalogue does not say (gateway-api.md, Model). A wrong guess only
 * moves a model to another group of the picker: every model can be chosen everywhere.
 */
export function modelKind(id: string): ModelKind {
  const name = id.toLowerCase()
  if (/embed|bge-|rerank/.test(name)) return 'embedding'
  if (/whisper|transcri|speech|tts|audio/.test(name)) return 'audio'
  if (/video|sora|veo|kling|runway|wan2|hailuo|seedance/.test(name)) return 'video'
  if (/image|dall-?e|flux|stable-?diffusion|midjourney|seedream|imagen/.test(name)) return 'image'
  return 'chat'
}
