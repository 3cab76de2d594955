import { z } from 'zod'
import { chatTargetSchema } from './chat.ts'
import { memoriesMax, memoryTextMax, proposedMax } from './memory-limits.ts'
import { memoryLine } from './sent-memories.ts'
import { moneySchema } from './spending.ts'

export const memorySchema = z
  .object({
    id: z.uuid(),
    /** One line. */
    text: z.string().max(20_000).transform(memoryLine).pipe(z.string().min(1).max(memoryTextMax)),
    /** True if the fact comes before the facts that are not pinned. */
    pinned: z.boolean(),
    /** True if the fact is not sent. Imported facts are paused until the user wants them. */
    isPaused: z.boolean(),
  })
  .readonly()
/** A fact about the user that goes with their chats. */
export type Memory = z.infer<typeof memorySchema>

export const memoryListSchema = z.array(memorySchema).max(memoriesMax).readonly()

const proposedSchema = z
  .object({
    /** Facts that the user has not decided about. */
    texts: z.array(z.string()).max(proposedMax).readonly(),
    /** Number of further ones that were dropped: too long, too many, known already, or like a key. */
    left: z.number().int().min(0),
  })
  .readonly()
/** Facts that a model proposed. None of them is stored. */
export type ProposedMemories = z.infer<typeof proposedSchema>

export const memoryOfferSchema = z
  .object({
    /** The model that would be asked; null if the chat has no connection. */
    target: chatTargetSchema.nullable(),
    /** Estimated cost; null if no price is known. */
    cost: moneySchema.nullable(),
    /** True if the cost follows from the maker's list price. */
    isListed: z.boolean(),
    /** True if the budget is used up. */
    isBeyondBudget: z.boolean(),
    /** Number of the user's messages that would be sent. */
    messages: z.number().int().min(0),
    /** The result of an earlier request; null if there is none. */
    proposed: proposedSchema.nullable(),
  })
  .readonly()
/** The content and cost of a request that proposes facts from a chat. */
export type MemoryOffer = z.infer<typeof memoryOfferSchema>

export { proposedSchema as proposedMemoriesSchema }
