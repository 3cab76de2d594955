import { z } from 'zod'

export const mediaItemSchema = z
  .object({
    /** Content hash (SHA-256, lowercase hex); the file is served under it. */
    id: z.string().regex(/^[0-9a-f]{64}$/),
    mime: z.string(),
    bytes: z.number().int(),
    /** Pixels; null if it is not a picture or its size could not be read. */
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
  })
  .readonly()
/** A file in the library: stored once by content, served by id. */
export type MediaItem = z.infer<typeof mediaItemSchema>

/** Largest picture in a message, in bytes; base64 makes it a third larger in the request. */
export const pictureBytesMax = 20 * 1024 * 1024
