import { z } from 'zod'
import { conversationSchema } from '../chat.ts'
import { appErrorSchema } from '../error-schema.ts'
import { titleChoiceSchema } from '../titles.ts'
import { done, id, newId, nothing } from './call-parts.ts'

/** Calls that put conversations and their messages in order. None of them requests anything. */
export const chatOrderCalls = {
  /**
   * Makes a new conversation of the branch that ends with a message: a copy of each message with its files and calls,
   * and the parameters. Refuses with `busy` while the message is being written. `chat.forking` tells of long copies.
   */
  'chat.fork': {
    input: z.strictObject({
      messageId: id,
      /** Id of the new conversation. */
      conversationId: newId,
      /** Its name. */
      title: z.string().trim().min(1).max(200),
    }),
    output: conversationSchema,
  },
  /** Ends a `chat.fork` that is still copying; it refuses with `cancelled`, and nothing of the copy stays. */
  'chat.stopFork': { input: z.strictObject({ conversationId: id }), output: done },
  /**
   * Deletes messages; they can be restored for 30 days. `one` deletes a message alone, and what follows it stays; a
   * message that has both versions and replies is refused with `invalid_input`. `rest` deletes it with everything after
   * it. A neighbouring version is shown, else what stands before. Refuses with `busy` where a running answer hangs on it.
   */
  'chat.deleteMessage': {
    input: z.strictObject({
      messageId: id,
      scope: z.enum(['one', 'rest']),
      /** Id of the deletion, to undo it. */
      deletionId: newId,
    }),
    output: z
      .object({
        conversation: conversationSchema,
        /** Number of deleted messages. */
        count: z.number().int(),
      })
      .readonly(),
  },
  /** Brings back the messages of a deletion; null is the newest of the conversation. Count 0: there was none. */
  'chat.restoreMessages': {
    input: z.strictObject({ conversationId: id, deletionId: id.nullable() }),
    output: z.object({ conversation: conversationSchema, count: z.number().int() }).readonly(),
  },
  /** Number of deleted messages of chats that are not deleted themselves. *Empty the bin* erases them. */
  'chat.deletedMessages': { input: nothing, output: z.object({ count: z.number().int() }).readonly() },
  /** Moves a conversation to the archive, or back. Writing in an archived one brings it back too. */
  'chat.archive': {
    input: z.strictObject({ conversationId: id, archived: z.boolean() }),
    output: conversationSchema,
  },
  /** How new chats get their titles. */
  'titles.choice': { input: nothing, output: titleChoiceSchema },
  'titles.choose': { input: z.strictObject({ choice: titleChoiceSchema }), output: done },
} as const

/** Events about the order of conversations and messages. */
export const chatOrderEvents = {
  /** A long conversation is being copied by `chat.fork`. */
  'chat.forking': z
    .object({
      /** Id of the new conversation. */
      conversationId: z.string(),
      /** Messages copied so far, and in all. */
      done: z.number().int(),
      total: z.number().int(),
    })
    .readonly(),
  /** A model gave a chat no title. It is not asked again. */
  'chat.untitled': z.object({ error: appErrorSchema }).readonly(),
  /** Messages of a conversation were deleted or restored, or another branch of it is shown. */
  'chat.rearranged': z.object({ conversationId: z.string() }).readonly(),
} as const

export const chatOrderContract = { calls: chatOrderCalls, events: chatOrderEvents }
