import { z } from 'zod'

export const mediaItemSchema = z
  .object({
    /** Content hash (SHA-256, lowercase hex): also the name under which it is served. */
    id: z.string().regex(/^[0-9a-f]{64}$/),
    mime: z.string(),
    bytes: z.number().int(),
    /** Pixels; null where it is not a picture or the size could not be read. */
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
  })
  .readonly()
/** A file in the library: stored once by content, served by id. */
export type MediaItem = z.infer<typeof mediaItemSchema>

/** The most bytes of one picture in a message: base64 makes it a third larger in the request. */
export const pictureBytesMax = 20 * 1024 * 1024
