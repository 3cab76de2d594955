import { z } from 'zod'

/** Who an answer was for: a message, or a job of a kind. */
export const keptKinds = ['chat', 'image', 'transcription', 'video'] as const
export type KeptKind = (typeof keptKinds)[number]

/** The most that is shown of one text that did not fit, in UTF-16 units; the kept body holds all of it. */
export const alsoTextMax = 200_000

const alsoSentSchema = z
  .object({
    /**
     * - `choice`: another version of an answer
     * - `text`: words that are in no other place
     * - `event`: an event of a stream that cannot be read
     * - `item`: an item of a list that cannot be read
     * - `rest`: what stood behind the answer
     */
    what: z.enum(['choice', 'text', 'event', 'item', 'rest']),
    text: z.string(),
  })
  .readonly()
/** Something that an answer held besides what was used of it. */
export type AlsoSent = z.infer<typeof alsoSentSchema>

/** What of an answer did not fit. */
export const leftoversSchema = z
  .object({
    also: z.array(alsoSentSchema).readonly(),
    /** How many events of a stream could not be read. */
    skipped: z.number().int(),
  })
  .readonly()
export type Leftovers = z.infer<typeof leftoversSchema>

export const noLeftovers: Leftovers = { also: [], skipped: 0 }

export const keptAnswerSchema = z
  .object({
    id: z.number().int(),
    receivedAt: z.number(),
    /** Of the body as it came. */
    bytes: z.number().int(),
    /** Whether the answer came to its end. */
    whole: z.boolean(),
    /** `unread`: nothing of it could be used; `left`: something did not fit. */
    state: z.enum(['unread', 'left']),
    leftovers: leftoversSchema,
  })
  .readonly()
/** The body of an answer that was paid for and is not used up. */
export type KeptAnswer = z.infer<typeof keptAnswerSchema>
