import { z } from 'zod'
import { attachedFileSchema } from '../attached-file.ts'
import { filesMax } from '../attached-file-limits.ts'
import {
  chatTargetSchema,
  conversationSchema,
  messagePageSchema,
  messageSchema,
  messageStatusSchema,
  parametersSchema,
} from '../chat.ts'
import { findLengthMax, messageLengthMax, picturesMax } from '../chat-limits.ts'
import { passagesMax } from '../knowledge-limits.ts'
import { mediaItemSchema } from '../media.ts'
import { outlinedAnswerSchema } from '../outline.ts'
import { columnsMax } from '../parameter-limits.ts'
import { textDocumentSchema } from '../text-document.ts'
import { searchResultsMax } from '../web-search-limits.ts'
import { done, id, mediaId, newId } from './call-parts.ts'

const messageText = z.string().max(messageLengthMax)
/** Models that answer next to the one of the call. Each continues from its own column if it has one. */
const others = z
  .array(chatTargetSchema)
  .max(columnsMax - 1)
  .readonly()
  .optional()
const conversationPage = z
  .object({ conversations: z.array(conversationSchema).readonly(), hasMore: z.boolean() })
  .readonly()
const exchange = z
  .object({
    conversation: conversationSchema,
    /** The new messages, oldest first: the user's (if any) and the answer, which is now streaming. */
    messages: z.array(messageSchema).readonly(),
  })
  .readonly()
const opened = z
  .object({
    conversation: conversationSchema,
    page: messagePageSchema,
    /** Text typed but not sent. */
    draft: z.string(),
  })
  .readonly()

/** Calls for conversations and answers. */
export const chatCalls = {
  /** Returns a page of conversations: pinned first, then by activity; `query` filters by title. */
  'chat.list': {
    input: z.strictObject({
      query: z.string().max(500),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
      /** Active chats (default), archived ones, or both. */
      place: z.enum(['here', 'archive', 'all']).optional(),
      /** Chats in a folder; null for chats without a folder. */
      folderId: id.nullable().optional(),
    }),
    output: conversationPage,
  },
  /** Returns the newest messages of a conversation, with its parameters and draft. */
  'chat.open': {
    input: z.strictObject({ conversationId: id, limit: z.number().int().min(1).max(500) }),
    output: opened,
  },
  /** Returns the messages just before `beforeId`. */
  'chat.earlier': {
    input: z.strictObject({ beforeId: id, limit: z.number().int().min(1).max(500) }),
    output: messagePageSchema,
  },
  /** Returns the messages just after `afterId` in the shown branch; empty if it is in another branch. */
  'chat.later': {
    input: z.strictObject({ afterId: id, limit: z.number().int().min(1).max(500) }),
    output: messagePageSchema,
  },
  /**
   * Returns the conversation around a message, with about half of the page before it. If the message is in another
   * branch, that branch is selected.
   */
  'chat.around': { input: z.strictObject({ messageId: id, limit: z.number().int().min(1).max(500) }), output: opened },
  /** Returns the beginnings of the user's messages in the shown branch, oldest first. */
  'chat.questions': {
    input: z.strictObject({ conversationId: id }),
    output: z.array(z.object({ id: z.string(), text: z.string(), createdAt: z.number().int() }).readonly()).readonly(),
  },
  /**
   * Returns the headings of answers in the shown branch that have at least three, oldest answer first. At most about
   * 2,000, those of the newest answers.
   */
  'chat.headings': {
    input: z.strictObject({ conversationId: id }),
    output: z.array(outlinedAnswerSchema).readonly(),
  },
  /**
   * Finds a text in the shown branch, in any case and width, without the models' thinking. Returns the newest hits,
   * oldest first, each with its position in its message in UTF-16 units. `isCut`: there are more.
   * `at` is the first hit at or after the message `fromId`, or the last hit before it.
   */
  'chat.find': {
    input: z.strictObject({
      conversationId: id,
      text: z.string().min(1).max(findLengthMax),
      fromId: id.nullable(),
    }),
    output: z
      .object({
        hits: z.array(z.object({ messageId: z.string(), start: z.number().int() }).readonly()).readonly(),
        isCut: z.boolean(),
        at: z.number().int(),
      })
      .readonly(),
  },
  /** Returns the shown branch as Markdown for the clipboard, without thinking; null beyond `copyLengthMax`. */
  'chat.copy': {
    input: z.strictObject({ conversationId: id }),
    output: z.object({ text: z.string().nullable() }).readonly(),
  },
  /** Sends a message: stores it, then sends the request. An unknown `conversationId` creates a conversation. */
  'chat.send': {
    input: z.strictObject({
      conversationId: newId,
      messageId: newId,
      connectionId: id,
      model: z.string().min(1).max(300),
      /** Parameters of a new conversation; an existing one keeps its own. */
      parameters: parametersSchema,
      /** The folder of a new conversation; ignored if it no longer exists. */
      folderId: id.optional(),
      text: messageText,
      attachments: z.array(mediaId).max(picturesMax),
      /** Files sent with it as text, as returned by `files.read` or `files.cut`. */
      files: z.array(attachedFileSchema).max(filesMax).optional(),
      /**
       * Passages of a retrieval (`knowledge.find`) to send with the message, by index. Refuses with `not_found` if main
       * no longer keeps the retrieval.
       */
      retrieval: z
        .strictObject({ id, passages: z.array(z.number().int().min(0)).max(passagesMax).readonly() })
        .optional(),
      /** Results of a search of the web (`web.find`) to send with the message, by index. */
      search: z
        .strictObject({ id, passages: z.array(z.number().int().min(0)).max(searchResultsMax).readonly() })
        .optional(),
      others,
      /** The model that answers this message alone, without the others; the conversation keeps its own. */
      by: chatTargetSchema.optional(),
      /**
       * Id of the draft that a new conversation starts with, unless it is the draft of a new chat in the main window.
       */
      draftOf: id.optional(),
    }),
    output: exchange,
  },
  /**
   * Regenerates an answer, or requests one for a question; the old one remains as another version. With `inColumn`, the
   * column's own model is asked, and the other columns may still be running. `by` asks another model for this answer
   * alone; the conversation keeps its own.
   */
  'chat.retry': {
    input: z.strictObject({
      messageId: id,
      newMessageId: newId,
      inColumn: z.boolean().optional(),
      by: chatTargetSchema.optional(),
    }),
    output: exchange,
  },
  /** Sends an edited version of an earlier message; the old branch remains as another version. */
  'chat.edit': {
    input: z.strictObject({ messageId: id, newMessageId: newId, text: messageText, others }),
    output: exchange,
  },
  /**
   * Continues an answer from its end, if it was stopped or interrupted, or reached its limit. A running or complete
   * answer is returned unchanged, and nothing is sent.
   */
  'chat.continue': { input: z.strictObject({ messageId: id }), output: exchange },
  /** Stops a running answer, or the wait for its next attempt. */
  'chat.stop': { input: z.strictObject({ messageId: id }), output: done },
  /**
   * Stores an edited version of an answer and selects it; the old one remains as another version. Nothing is sent.
   * Repeating a `newMessageId` stores nothing. Refuses with `busy` while the conversation is answered.
   */
  'chat.editAnswer': {
    input: z.strictObject({
      messageId: id,
      newMessageId: newId,
      text: messageText,
      limit: z.number().int().min(1).max(500),
    }),
    output: opened,
  },
  /** Selects another version of a message, with the branch after it. */
  'chat.select': { input: z.strictObject({ messageId: id, limit: z.number().int().min(1).max(500) }), output: opened },
  /** Returns the document of a conversation with the parameter `text`. */
  'chat.readText': { input: z.strictObject({ conversationId: id }), output: textDocumentSchema },
  /**
   * Stores a document, then lets the model continue it at an offset. An unknown `conversationId` creates a document.
   * Repeating a `messageId` sends nothing. Refuses with `invalid_input` if there is no text before the offset.
   */
  'chat.goOn': {
    input: z.strictObject({
      conversationId: newId,
      /** Id of the part that the model writes. */
      messageId: newId,
      connectionId: id,
      model: z.string().min(1).max(300),
      /** Parameters of a new document; an existing one keeps its own. */
      parameters: parametersSchema,
      text: messageText,
      /** Offset at which the model inserts text, in UTF-16 units. */
      at: z.number().int().min(0).max(messageLengthMax),
    }),
    output: exchange.unwrap().extend({ document: textDocumentSchema }).readonly(),
  },
  /**
   * Returns the estimated tokens that the next request of a conversation would send, without the message being written.
   * `fit` is the newest part that fits into `within` tokens, beginning with a user message. It is null if no part fits,
   * or the whole does.
   * With `asked`, `fit` suits every model: it fits into each one's limit, and is part of what each one gets.
   */
  'chat.measure': {
    input: z.strictObject({
      conversationId: id,
      within: z.number().int().min(0).nullable(),
      /** The last message to send, for a retry or an edit; null for none of them, absent for the shown branch. */
      endId: id.nullable().optional(),
      /** True if a new message of the user follows the last one. Absent: yes for the shown branch, no with `endId`. */
      isFollowed: z.boolean().optional(),
      /**
       * The models to ask; each continues from its own column if it has one. Their `within` replaces that of the call.
       */
      asked: z
        .array(chatTargetSchema.unwrap().extend({ within: z.number().int().min(0).nullable() }))
        .max(columnsMax)
        .readonly()
        .optional(),
    }),
    output: z
      .object({
        tokens: z.number().int(),
        /** The tokens of each model of `asked`; absent without it. */
        asked: z.array(z.number().int()).readonly().optional(),
        messages: z.number().int(),
        /** Messages of the branch that are not sent, because the user excluded them. */
        left: z.number().int(),
        /** Pictures to be sent; their tokens are estimated from their size. */
        pictures: z.number().int(),
        /** Where requests could begin in order to fit; with `isAfter`, the new message alone fits. */
        fit: z
          .object({
            fromId: z.string(),
            isAfter: z.literal(true).optional(),
            tokens: z.number().int(),
            messages: z.number().int(),
          })
          .nullable(),
      })
      .readonly(),
  },
  /**
   * Lets a model summarise the messages before a message, or with `isAfter` also that message. Later requests begin
   * with the summary and the remaining messages. Refuses with `busy` while an answer or a summary of the conversation
   * runs. Never retries automatically.
   */
  'chat.summarise': {
    input: z.strictObject({
      conversationId: id,
      fromId: id,
      isAfter: z.literal(true).optional(),
      connectionId: id,
      model: z.string().min(1).max(300),
    }),
    output: conversationSchema,
  },
  /** Cancels the request of a running summary; nothing of it is kept. */
  'chat.stopSummary': { input: z.strictObject({ conversationId: id }), output: done },
  'chat.update': {
    input: z.strictObject({
      conversationId: id,
      title: z.string().trim().min(1).max(200).optional(),
      pinned: z.boolean().optional(),
      connectionId: id.optional(),
      model: z.string().min(1).max(300).optional(),
      parameters: parametersSchema.optional(),
    }),
    output: conversationSchema,
  },
  /** Hides a conversation; it can be restored for 30 days. A running answer is stopped. */
  'chat.delete': { input: z.strictObject({ conversationId: id }), output: done },
  'chat.restore': { input: z.strictObject({ conversationId: id }), output: conversationSchema },
  /** Stores the unsent text of a composer; a null id means a new conversation. */
  'chat.saveDraft': { input: z.strictObject({ conversationId: id.nullable(), text: messageText }), output: done },
  /** Stores the unsent pictures of a composer; a null id means a new conversation. */
  'chat.saveDraftPictures': {
    input: z.strictObject({
      conversationId: id.nullable(),
      pictures: z.array(z.strictObject({ mediaId, name: z.string().max(255) })).max(picturesMax),
    }),
    output: done,
  },
  /** Returns the unsent pictures of a composer; missing files are left out. */
  'chat.draftPictures': {
    input: z.strictObject({ conversationId: id.nullable() }),
    output: z.array(z.object({ item: mediaItemSchema, name: z.string() }).readonly()).readonly(),
  },
  'chat.draft': {
    input: z.strictObject({ conversationId: id.nullable() }),
    output: z.object({ text: z.string() }).readonly(),
  },
} as const

/** Events about conversations and answers. */
export const chatEvents = {
  /**
   * Fires with new text of a running stream, at most once per frame. `at` is its position in UTF-16 units, so that
   * repeats and gaps can be detected.
   */
  'chat.delta': z.object({ s: z.number().int(), at: z.number().int(), t: z.string() }).readonly(),
  /** Fires with more of the model's thinking before its answer, in the form of `chat.delta`. */
  'chat.thinking': z.object({ s: z.number().int(), at: z.number().int(), t: z.string() }).readonly(),
  /** Fires when the state of an answer changed. `length` is its text length, so that a page can detect missed text. */
  'chat.status': z
    .object({
      messageId: z.string(),
      conversationId: z.string(),
      stream: z.number().int().nullable(),
      length: z.number().int(),
      status: messageStatusSchema,
      /** Pictures of the answer, sent at its end; absent if there are none. */
      attachments: z.array(mediaItemSchema).readonly().optional(),
      /** Numbers of the passages that its tools found, sent at its end; absent if there are none. */
      passages: z.array(z.number().int()).readonly().optional(),
    })
    .readonly(),
  /** Fires when a message was added to a conversation, or began to stream again. */
  'chat.message': messageSchema,
  'chat.conversation': conversationSchema,
  'chat.removed': z.object({ conversationId: z.string() }).readonly(),
} as const

export const chatContract = { calls: chatCalls, events: chatEvents }
