import { z } from 'zod'

/** Largest chunk of a recording, in bytes; one second takes a few kilobytes. */
export const soundChunkBytesMax = 8 * 1024 * 1024
/** Largest recording, in bytes; it holds days at the bit rate for speech. */
export const soundRecordingBytesMax = 2 * 1024 ** 3

/** A microphone recording that no page is making, neither transcribed nor discarded. */
export const soundRecordingSchema = z
  .object({
    id: z.string(),
    /** File name of the recording. */
    name: z.string(),
    /** ms since 1970. */
    startedAt: z.number(),
    /** ms of recorded audio, as counted by the page. */
    duration: z.number(),
    bytes: z.number(),
    /** True if the user ended it; false when the page or app closed during the recording. */
    complete: z.boolean(),
  })
  .readonly()
export type SoundRecording = z.infer<typeof soundRecordingSchema>
