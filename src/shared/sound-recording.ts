import { z } from 'zod'

/** The most that one piece of a recording may hold, in bytes: a second of it is a few kilobytes. */
export const soundChunkBytesMax = 8 * 1024 * 1024
/** The most that a whole recording may hold, in bytes: days, at the rate at which speech is recorded. */
export const soundRecordingBytesMax = 2 * 1024 ** 3

/** A recording from the microphone that nobody is making any more, and that was neither transcribed nor discarded. */
export const soundRecordingSchema = z
  .object({
    id: z.string(),
    /** The name that it gets as a file. */
    name: z.string(),
    /** ms since 1970. */
    startedAt: z.number(),
    /** ms of sound that were written, as the page counted them. */
    duration: z.number(),
    bytes: z.number(),
    /** Whether the person ended it; false where page or app ended in the middle of it. */
    complete: z.boolean(),
  })
  .readonly()
export type SoundRecording = z.infer<typeof soundRecordingSchema>
