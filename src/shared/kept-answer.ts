import { z } from 'zod'

/** Owner of a kept answer: a message, or a job of a kind. */
export const keptKinds = ['chat', 'image', 'transcription', 'video'] as const
export type KeptKind = (typeof keptKinds)[number]

const alsoSentSchema = z
  .object({
    /**
     * - `choice`: another version of an answer
     * - `text`: words stored nowhere else
     * - `event`: an unreadable event of a stream
     * - `item`: an unreadable item of a list
     * - `rest`: data after the end of the answer
     */
    what: z.enum(['choice', 'text', 'event', 'item', 'rest']),
    text: z.string(),
  })
  .readonly()
/** A part of an answer that was not used. */
export type AlsoSent = z.infer<typeof alsoSentSchema>

/** The parts of an answer that were not used. */
export const leftoversSchema = z
  .object({
    also: z.array(alsoSentSchema).readonly(),
    /** Number of unreadable events of a stream. */
    skipped: z.number().int(),
  })
  .readonly()
export type Leftovers = z.infer<typeof leftoversSchema>

export const noLeftovers: Leftovers = { also: [], skipped: 0 }

export const keptAnswerSchema = z
  .object({
    id: z.number().int(),
    receivedAt: z.number(),
    /** Size of the body as received, in bytes. */
    bytes: z.number().int(),
    /** True if the answer arrived completely. */
    whole: z.boolean(),
    /** `unread`: no part of it could be used; `left`: some parts were not used. */
    state: z.enum(['unread', 'left']),
    leftovers: leftoversSchema,
  })
  .readonly()
/** The body of a paid answer that is not fully stored elsewhere. */
export type KeptAnswer = z.infer<typeof keptAnswerSchema>
