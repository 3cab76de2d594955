import { z } from 'zod'
import { chatTargetSchema } from './chat.ts'

export const titleChoiceSchema = z
  .strictObject({
    /** Who names a new chat: its first line, its own model, or the chosen one. */
    by: z.enum(['line', 'own', 'chosen']),
    /** The chosen model; null while there is none, which leaves the first line. */
    target: chatTargetSchema.nullable(),
  })
  .readonly()
/** How new chats get their titles. */
export type TitleChoice = z.infer<typeof titleChoiceSchema>
