import { z } from 'zod'
import { memoryListSchema, memoryOfferSchema, memorySchema, proposedMemoriesSchema } from '../memories.ts'
import { memoriesMax, memoryRefusals } from '../memory-limits.ts'
import { done, nothing } from './call-parts.ts'

const chat = z.string().min(1).max(100)

/** Calls about the memory: facts that go with the user's chats. */
export const memoryCalls = {
  /** Returns all facts: pinned ones first, then the newest. */
  'memories.list': { input: nothing, output: memoryListSchema },
  /** Stores facts by their ids, all or none. Returns why not; null if they are stored. */
  'memories.put': {
    input: z.strictObject({ memories: z.array(memorySchema).min(1).max(memoriesMax).readonly() }),
    output: z.object({ refused: z.enum(memoryRefusals).nullable() }).readonly(),
  },
  /** Removes a fact permanently. */
  'memories.remove': { input: z.strictObject({ id: z.uuid() }), output: done },
  /** Returns what proposing facts from a chat would send and cost. Sends nothing. */
  'memories.offer': { input: z.strictObject({ conversationId: chat }), output: memoryOfferSchema },
  /**
   * Asks a model for facts in the user's messages of a chat: one paid request. Stores none of them. Refuses with
   * `busy` while a request of the chat runs, and with `invalid_input` while memory is off.
   */
  'memories.propose': {
    input: z.strictObject({
      conversationId: chat,
      connectionId: z.string().min(1).max(100),
      model: z.string().min(1).max(300),
    }),
    output: proposedMemoriesSchema,
  },
  /** Forgets a proposed fact that the user has decided about; without a text, all of the chat. */
  'memories.settle': {
    input: z.strictObject({ conversationId: chat, text: z.string().max(20_000).optional() }),
    output: done,
  },
} as const

export const memoryEvents = { 'memories.changed': memoryListSchema } as const

export const memoryContract = { calls: memoryCalls, events: memoryEvents }
