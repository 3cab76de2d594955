import { z } from 'zod'
import { appErrorSchema } from '../../shared/error-schema.ts'
import type { MergeParts, RawPixels } from './picture-codec.ts'

/** A task for the thread that decodes pictures. */
export type PictureTask =
  | { readonly kind: 'png'; readonly bytes: Uint8Array; readonly damaged?: boolean }
  | { readonly kind: 'compressed'; readonly bytes: Uint8Array; readonly bytesMax: number }
  | { readonly kind: 'encoded'; readonly bytes: Uint8Array; readonly type: 'jpeg' | 'webp' }
  | { readonly kind: 'thumbnail'; readonly bytes: Uint8Array; readonly damaged: boolean }
  | ({ readonly kind: 'merge' } & MergeParts)
  | ({ readonly kind: 'jpeg' } & RawPixels)

/** Result of a task. `spoiled`: the decoder trapped or its memory is full, so its thread must end. */
export const pictureAnswerSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    picture: z.object({
      bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array).nullable(),
      width: z.number(),
      height: z.number(),
    }),
  }),
  z.object({ ok: z.literal(false), error: appErrorSchema, spoiled: z.boolean() }),
])
export type PictureAnswer = z.infer<typeof pictureAnswerSchema>
