import { z } from 'zod'

const seconds = z.number().min(0)

/** A cue for drawing on a picture. It is shown from `from` until `to`, in seconds. */
export const burntCueSchema = z.object({ from: seconds, to: seconds, lines: z.array(z.string()).readonly() }).readonly()
export type BurntCue = z.infer<typeof burntCueSchema>
