import { z } from 'zod'
import { savedFileSchema } from '../image.ts'
import { encodedFormats, joinedFilmSchema, storyboardSchema, storyboardSummarySchema } from '../storyboard.ts'
import { filmPiecesMax, storyboardNameMax, storyboardVideosMax } from '../storyboard-limits.ts'
import { done, id, newId, nothing } from './call-parts.ts'

const storyboardId = id

/** Calls about storyboards: ordered lists of finished videos. */
export const storyboardCalls = {
  /** Returns all storyboards, oldest first. */
  'storyboards.list': { input: nothing, output: z.array(storyboardSummarySchema).readonly() },
  'storyboards.get': { input: z.strictObject({ storyboardId }), output: storyboardSchema },
  /** Creates or renames a storyboard. Refuses with `invalid_input` beyond `storyboardsMax`. */
  'storyboards.put': {
    input: z.strictObject({ storyboardId: newId, name: z.string().trim().min(1).max(storyboardNameMax) }),
    output: done,
  },
  /** Removes a storyboard; its videos stay. */
  'storyboards.delete': { input: z.strictObject({ storyboardId }), output: done },
  /**
   * Adds finished videos before an entry; null adds them at the end. Skips an `entryId` that exists, so that a removal
   * is undone by the same entries. Refuses with `invalid_input` beyond `storyboardVideosMax`.
   */
  'storyboards.add': {
    input: z.strictObject({
      storyboardId,
      entries: z
        .array(z.strictObject({ entryId: newId, videoId: id }))
        .min(1)
        .max(storyboardVideosMax),
      beforeId: id.nullable(),
    }),
    output: done,
  },
  /** Moves an entry before another one; null moves it to the end. */
  'storyboards.move': {
    input: z.strictObject({ storyboardId, entryId: id, beforeId: id.nullable() }),
    output: done,
  },
  /** Removes entries; their videos stay. */
  'storyboards.remove': {
    input: z.strictObject({ storyboardId, entryIds: z.array(id).min(1).max(storyboardVideosMax) }),
    output: done,
  },
  /**
   * Joins the videos without encoding them again, and saves the film. Names the first video that prevents this; nothing
   * is saved then. Refuses with `busy` while another film is being joined, `cancelled`, or a disk error.
   */
  'storyboards.join': { input: z.strictObject({ storyboardId }), output: joinedFilmSchema },
  /** Cancels the running `storyboards.join`; nothing incomplete remains. */
  'storyboards.cancelJoin': { input: nothing, output: done },
  /**
   * Saves a film that the page encoded under the storyboard's name. It comes in pieces, in order (tokens of
   * `bridge.importDropped`). Refuses with `not_a_video` if it is none of that format, or `not_found` for a lost piece.
   */
  'storyboards.saveEncoded': {
    input: z.strictObject({
      storyboardId,
      format: z.enum(encodedFormats),
      tokens: z.array(z.string().max(200)).min(1).max(filmPiecesMax),
    }),
    output: savedFileSchema,
  },
} as const

/** Events about storyboards. */
export const storyboardEvents = {
  /** Fires when a storyboard was created, changed or removed. */
  'storyboards.changed': nothing,
  /** Fires while a film is being joined; `part` is from 0 to 1. */
  'storyboards.joining': z.object({ storyboardId: z.string(), part: z.number() }).readonly(),
} as const

export const storyboardContract = { calls: storyboardCalls, events: storyboardEvents }
