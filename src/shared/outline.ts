import { z } from 'zod'

const headingSchema = z
  .object({
    /** The heading in Markdown, without its marks. */
    text: z.string(),
    /** Level of the heading, 1 to 6. */
    depth: z.number().int(),
    /** Offset in the message's text, in UTF-16 units. */
    start: z.number().int(),
  })
  .readonly()

/** The headings of one answer, in order. */
export const outlinedAnswerSchema = z
  .object({
    messageId: z.string(),
    /** The user's message before the answer; null without one. */
    questionId: z.string().nullable(),
    headings: z.array(headingSchema).readonly(),
  })
  .readonly()

export type OutlineHeading = z.infer<typeof headingSchema>
export type OutlinedAnswer = z.infer<typeof outlinedAnswerSchema>
