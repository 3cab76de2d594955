import { z } from 'zod'
import { namedMediaSchema, savedFileSchema } from '../image.ts'
import { pictureTypes } from '../image-kinds.ts'
import { mediaItemSchema } from '../media.ts'
import { previewTextMax } from '../preview-limits.ts'
import { done, mediaId } from './call-parts.ts'

/** Calls about files of the library. */
export const mediaCalls = {
  /** Imports a file (a token of `bridge.importDropped`) into the library. */
  'media.addPicture': { input: z.strictObject({ token: z.string().max(200) }), output: mediaItemSchema },

  /** Fetches a picture linked in an answer into the library. Call it only after a click of the user. */
  'media.addRemotePicture': { input: z.strictObject({ url: z.string().max(8000) }), output: mediaItemSchema },

  /** Returns whether an item's file exists. A file outside the library can be moved, deleted or changed at any time. */
  'media.present': { input: z.strictObject({ mediaId }), output: z.object({ present: z.boolean() }).readonly() },
  /** Saves a copy of a library file under a name. */
  'media.save': {
    /** With `type`, a picture is saved as a file of that type. */
    input: namedMediaSchema.extend({ type: z.enum(pictureTypes).optional() }),
    output: savedFileSchema,
  },
  /** Saves several files as one ZIP; repeated names get numbers. */
  'media.saveArchive': {
    input: z.strictObject({
      items: z.array(namedMediaSchema).min(1).max(20_000),
      name: z.string().trim().min(1).max(200),
    }),
    output: savedFileSchema,
  },
  /** Saves a text as a file for the user, such as code from an answer. `extension` includes its dot. */
  'media.saveText': {
    input: z.strictObject({
      name: z.string().trim().min(1).max(200),
      extension: z.string().regex(/^\.[a-z0-9]{1,12}$/),
      text: z.string().max(previewTextMax),
    }),
    output: savedFileSchema,
  },
  /** Shows a library file in its folder. Throws `not_found` if it is gone, or if the shell cannot show files. */
  'media.showFile': { input: z.strictObject({ mediaId }), output: done },
  /** Starts dragging a file out of the window (Electron; call it in the page's `dragstart`). */
  'media.startDrag': { input: namedMediaSchema, output: done },
} as const

export const mediaContract = { calls: mediaCalls, events: {} }
