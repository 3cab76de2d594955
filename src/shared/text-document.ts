import { z } from 'zod'
import { messageStatusSchema } from './chat.ts'

/** A part of a document that a model wrote; offsets in UTF-16 units. */
export const writtenPartSchema = z
  .object({ messageId: z.string(), from: z.number().int(), to: z.number().int() })
  .readonly()

/** A document that a completion model continues: the joined texts of one branch of a conversation. */
export const textDocumentSchema = z
  .object({
    conversationId: z.string(),
    text: z.string(),
    /** The ranges that models wrote, in order of position. */
    written: z.array(writtenPartSchema).readonly(),
    /** The newest of these ranges; null if there is none. */
    newest: z
      .object({
        messageId: z.string(),
        from: z.number().int(),
        to: z.number().int(),
        stream: z.number().int().nullable(),
        status: messageStatusSchema,
      })
      .readonly()
      .nullable(),
    /** Ids of the last messages of all branches, oldest first: the versions of the document. */
    versions: z.array(z.string()).readonly(),
    /** The current version; null for a document without text. */
    version: z.string().nullable(),
  })
  .readonly()
export type TextDocument = z.infer<typeof textDocumentSchema>
