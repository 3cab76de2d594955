import { z } from 'zod'
import { conversationSchema } from '../chat.ts'
import { appErrorSchema } from '../error-schema.ts'
import { titleChoiceSchema, titleOfferSchema } from '../titles.ts'
import { done, id, newId, nothing } from './call-parts.ts'

/** Calls that organise conversations and their messages. None of them sends a request to a gateway. */
export const chatOrderCalls = {
  /**
   * Copies the branch that ends with a message to a new conversation: each message with its files and calls, and the
   * parameters. Refuses with `busy` while the message is being written. `chat.forking` reports the progress of long
   * copies.
   */
  'chat.fork': {
    input: z.strictObject({
      messageId: id,
      /** Id of the new conversation. */
      conversationId: newId,
      /** Title of the new conversation. */
      title: z.string().trim().min(1).max(200),
    }),
    output: conversationSchema,
  },
  /** Cancels a running `chat.fork`, which then refuses with `cancelled`; nothing of the copy remains. */
  'chat.stopFork': { input: z.strictObject({ conversationId: id }), output: done },
  /**
   * Deletes messages; they can be restored for 30 days. `one` deletes a single message and keeps the messages after it.
   * It refuses a message that has both versions and replies with `invalid_input`. `rest` also deletes everything after
   * it.
   * Then a neighbouring version is shown, or the message before it. Refuses with `busy` if a running answer depends on
   * the message.
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
  /** Restores the messages of a deletion; null means the newest of the conversation. Count 0: there was none. */
  'chat.restoreMessages': {
    input: z.strictObject({ conversationId: id, deletionId: id.nullable() }),
    output: z.object({ conversation: conversationSchema, count: z.number().int() }).readonly(),
  },
  /** Returns the number of deleted messages in chats that are not deleted themselves. *Empty the bin* erases them. */
  'chat.deletedMessages': { input: nothing, output: z.object({ count: z.number().int() }).readonly() },
  /** Moves a conversation to the archive, or back. Writing in an archived one also moves it back. */
  'chat.archive': {
    input: z.strictObject({ conversationId: id, archived: z.boolean() }),
    output: conversationSchema,
  },
  /** Returns how new chats get their titles. */
  'titles.choice': { input: nothing, output: titleChoiceSchema },
  /** Stores the choice. `conversationId` also gets a title now, which is a paid request: its offer was accepted. */
  'titles.choose': {
    input: z.strictObject({ choice: titleChoiceSchema, conversationId: id.optional() }),
    output: done,
  },
} as const

/** Events about the order of conversations and messages. */
export const chatOrderEvents = {
  /** Fires while `chat.fork` copies a long conversation. */
  'chat.forking': z
    .object({
      /** Id of the new conversation. */
      conversationId: z.string(),
      /** Messages copied so far, and in total. */
      done: z.number().int(),
      total: z.number().int(),
    })
    .readonly(),
  /** Fires at most once, after the first answer of a chat: the user has not chosen yet what names chats. */
  'titles.offered': titleOfferSchema,
  /** Fires when a model gave a chat no title. It is not asked again. */
  'chat.untitled': z.object({ error: appErrorSchema }).readonly(),
  /** Fires when messages of a conversation were deleted or restored, or another branch of it is shown. */
  'chat.rearranged': z.object({ conversationId: z.string() }).readonly(),
} as const

export const chatOrderContract = { calls: chatOrderCalls, events: chatOrderEvents }
