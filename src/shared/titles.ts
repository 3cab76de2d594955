import { z } from 'zod'
import { chatTargetSchema } from './chat.ts'
import { moneySchema } from './spending.ts'

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

export const titleOfferSchema = z
  .object({
    /** The chat whose first answer has just ended. */
    conversationId: z.string(),
    /** The cheapest chat model of its connection. */
    target: chatTargetSchema,
    /** Estimated cost of one title. */
    cost: moneySchema,
    /** True if the cost follows from the maker's list price; a gateway may charge something else. */
    isListed: z.boolean(),
  })
  .readonly()
/** An offer to let a model name chats. It is made once, unless the user has chosen before. */
export type TitleOffer = z.infer<typeof titleOfferSchema>
