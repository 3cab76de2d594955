import { z } from 'zod'
import { videoDifferences } from '../../shared/storyboard.ts'

/** Container formats in which a film is written. */
export const filmContainers = ['mp4', 'mov', 'webm', 'mkv'] as const
export type FilmContainer = (typeof filmContainers)[number]

/** A task for the thread that reads videos and audio. */
export type MediaTask =
  | { readonly kind: 'video' | 'length'; readonly path: string }
  | { readonly kind: 'sound'; readonly from: string; readonly to: string }
  | { readonly kind: 'compare'; readonly paths: readonly string[] }
  | {
      readonly kind: 'join'
      readonly paths: readonly string[]
      readonly container: FilmContainer
      readonly to: string
    }

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

const index = z.number().int().min(0)

/** Says that videos can be joined without encoding, or names the first that prevents it. */
export const filmComparisonSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('equal'), container: z.enum(filmContainers) }),
  z.object({ kind: z.literal('differs'), index, by: z.enum(videoDifferences) }),
  z.object({ kind: z.literal('unread'), index }),
])
export type FilmComparison = z.infer<typeof filmComparisonSchema>

/** Result of a task. `refused` has the disk's error code when writing failed. */
export const mediaAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('video'), facts: videoFactsSchema.nullable() }),
  z.object({ kind: z.literal('sound'), whole: z.boolean() }),
  z.object({ kind: z.literal('length'), duration: z.number().positive().nullable() }),
  z.object({ kind: z.literal('compared'), comparison: filmComparisonSchema }),
  /** `unread` is the index of a video that could not be joined. */
  z.object({ kind: z.literal('joined'), unread: index.nullable() }),
  z.object({ kind: z.literal('refused'), code: z.string(), message: z.string() }),
])
export type MediaAnswer = z.infer<typeof mediaAnswerSchema>
