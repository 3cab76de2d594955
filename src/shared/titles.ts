import { z } from 'zod'
import { chatTargetSchema } from './chat.ts'

export const titleChoiceSchema = z
  .strictObject({
    /** Source of a new chat's title: its first line, its own model, or the chosen one. */
    by: z.enum(['line', 'own', 'chosen']),
    /** The chosen model; null if there is none, so the first line is used. */
    target: chatTargetSchema.nullable(),
  })
  .readonly()
/** How new chats get their titles. */
export type TitleChoice = z.infer<typeof titleChoiceSchema>
