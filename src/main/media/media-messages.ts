import { z } from 'zod'

/** A task for the thread that reads videos and audio. */
export type MediaTask =
  | { readonly kind: 'video' | 'length'; readonly path: string }
  | { readonly kind: 'sound'; readonly from: string; readonly to: string }

export const videoFactsSchema = z.object({
  mime: z.enum(['video/mp4', 'video/quicktime', 'video/webm', 'video/x-matroska']),
  /** Size in pixels as displayed, after rotation. */
  width: z.number().positive(),
  height: z.number().positive(),
  /** Length in ms; null when the file does not state it. */
  duration: z.number().nullable(),
})

/** Properties of a video file. */
export type VideoFacts = z.infer<typeof videoFactsSchema>

/** Result of a task. `refused` has the disk's error code when writing failed. */
export const mediaAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('video'), facts: videoFactsSchema.nullable() }),
  z.object({ kind: z.literal('sound'), whole: z.boolean() }),
  z.object({ kind: z.literal('length'), duration: z.number().positive().nullable() }),
  z.object({ kind: z.literal('refused'), code: z.string(), message: z.string() }),
])
export type MediaAnswer = z.infer<typeof mediaAnswerSchema>
