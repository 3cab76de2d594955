import { z } from 'zod'
import { conversationSchema, parametersSchema } from '../chat.ts'
import { isTemporaryChat } from '../temporary-chat.ts'
import { id, newId, nothing } from './call-parts.ts'

/** Id of a temporary chat that the page makes (`temporaryChatId`). */
const newTemporaryId = newId.refine(isTemporaryChat)

/**
 * Calls about chats that are in memory alone. All calls of chats take their ids too. `chat.delete` ends one for good.
 * They end with the app.
 */
export const temporaryCalls = {
  /** Begins an empty one. The same call again changes nothing. */
  'temporary.begin': {
    input: z.strictObject({
      conversationId: newTemporaryId,
      connectionId: id.nullable(),
      /** Empty where none is chosen. */
      model: z.string().max(300),
      parameters: parametersSchema,
    }),
    output: conversationSchema,
  },
  /** All of them, the newest first. */
  'temporary.list': { input: nothing, output: z.array(conversationSchema).readonly() },
  /**
   * Makes an ordinary chat of one, with all versions and its draft, under a new id. Refuses with `busy` while an answer
   * or a summary is being written.
   */
  'temporary.keep': {
    input: z.strictObject({ conversationId: newTemporaryId, keptId: newId }),
    output: conversationSchema,
  },
} as const

/** Events about temporary chats. */
export const temporaryEvents = {
  /** A temporary chat is an ordinary one from now on, under its new id. */
  'temporary.kept': z.object({ conversationId: z.string(), conversation: conversationSchema }).readonly(),
} as const

export const temporaryContract = { calls: temporaryCalls, events: temporaryEvents }
