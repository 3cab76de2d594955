import { z } from 'zod'
import { conversationSchema, parametersSchema } from '../chat.ts'
import { isTemporaryChat } from '../temporary-chat.ts'
import { id, newId, nothing } from './call-parts.ts'

/** Id of a temporary chat, which the page creates (`temporaryChatId`). */
const newTemporaryId = newId.refine(isTemporaryChat)

/**
 * Calls about chats that exist only in memory, until the app quits. All calls of chats accept their ids too.
 * `chat.delete` ends one permanently.
 */
export const temporaryCalls = {
  /** Starts an empty temporary chat. Repeating the call changes nothing. */
  'temporary.begin': {
    input: z.strictObject({
      conversationId: newTemporaryId,
      connectionId: id.nullable(),
      /** The model of the chat; empty if none is chosen. */
      model: z.string().max(300),
      parameters: parametersSchema,
    }),
    output: conversationSchema,
  },
  /** Returns all temporary chats, newest first. */
  'temporary.list': { input: nothing, output: z.array(conversationSchema).readonly() },
  /**
   * Turns a temporary chat into an ordinary one, with all versions and its draft, under a new id. Refuses with `busy`
   * while an answer or a summary is being written.
   */
  'temporary.keep': {
    input: z.strictObject({ conversationId: newTemporaryId, keptId: newId }),
    output: conversationSchema,
  },
} as const

/** Events about temporary chats. */
export const temporaryEvents = {
  /** Fires when a temporary chat became an ordinary one, under its new id. */
  'temporary.kept': z.object({ conversationId: z.string(), conversation: conversationSchema }).readonly(),
} as const

export const temporaryContract = { calls: temporaryCalls, events: temporaryEvents }
