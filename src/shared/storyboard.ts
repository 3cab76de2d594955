import { z } from 'zod'
import { savedFileSchema } from './image.ts'
import { videoJobSchema } from './video.ts'

/** A storyboard in the list of all. */
export const storyboardSummarySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Number of its videos, without those in the bin. */
    count: z.number().int(),
  })
  .readonly()
export type StoryboardSummary = z.infer<typeof storyboardSummarySchema>

/** A place in a storyboard. A video can have several. */
export const storyboardEntrySchema = z.object({ id: z.string(), job: videoJobSchema }).readonly()
export type StoryboardEntry = z.infer<typeof storyboardEntrySchema>

/** An ordered list of finished videos that are played as one film. Videos in the bin are left out. */
export const storyboardSchema = z
  .object({ id: z.string(), name: z.string(), entries: z.array(storyboardEntrySchema).readonly() })
  .readonly()
export type Storyboard = z.infer<typeof storyboardSchema>

/** Formats of films that a page encodes. */
export const encodedFormats = ['mp4', 'webm'] as const
export type EncodedFormat = (typeof encodedFormats)[number]

/**
 * In what a video differs from the first one, so that both cannot be joined without encoding them again:
 * - `codec`: of the picture
 * - `size`: in pixels, or in rotation
 * - `sound`: one has sound and the other has none, or their sound differs in format
 * - `encoding`: the parameters of the encoder
 */
export const videoDifferences = ['codec', 'size', 'sound', 'encoding'] as const
export type VideoDifference = (typeof videoDifferences)[number]

/** Result of joining a storyboard: the saved film, or the first video that prevents it. */
export const joinedFilmSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), saved: savedFileSchema }),
  z.object({ kind: z.literal('differs'), entryId: z.string(), by: z.enum(videoDifferences) }),
  /** Its file is gone. */
  z.object({ kind: z.literal('missing'), entryId: z.string() }),
  /** Its file cannot be read as a video. */
  z.object({ kind: z.literal('unread'), entryId: z.string() }),
])
export type JoinedFilm = z.infer<typeof joinedFilmSchema>
