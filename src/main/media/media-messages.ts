import { z } from 'zod'

/** One task for the thread that reads films and sound. */
export type MediaTask =
  | { readonly kind: 'video'; readonly path: string }
  | { readonly kind: 'sound'; readonly from: string; readonly to: string }

export const videoFactsSchema = z.object({
  mime: z.enum(['video/mp4', 'video/quicktime', 'video/webm', 'video/x-matroska']),
  /** Pixels as shown, after rotation. */
  width: z.number().positive(),
  height: z.number().positive(),
  /** ms; null where the file does not say. */
  duration: z.number().nullable(),
})

/** Properties of a video file. */
export type VideoFacts = z.infer<typeof videoFactsSchema>

/** The answer to a task. `refused`: the disk did not take what was written, with its code. */
export const mediaAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('video'), facts: videoFactsSchema.nullable() }),
  z.object({ kind: z.literal('sound'), whole: z.boolean() }),
  z.object({ kind: z.literal('refused'), code: z.string(), message: z.string() }),
])
export type MediaAnswer = z.infer<typeof mediaAnswerSchema>
