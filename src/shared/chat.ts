import { z } from 'zod'
import { attachedFileSchema } from './attached-file.ts'
import { efforts } from './effort.ts'
import { appErrorSchema } from './error-schema.ts'
import { folderNameMax } from './folder-limits.ts'
import { chatKnowledgeSchema } from './knowledge.ts'
import { mediaItemSchema } from './media.ts'
import { columnsMax, stopsMax, summaryMax } from './parameter-limits.ts'
import { withoutMarkdown } from './plain-markdown.ts'
import { assistantNameMax, assistantSignMax } from './prompt-limits.ts'
import { moneySchema } from './spending.ts'
import { splitThinking } from './thinking.ts'
import { chatToolsSchema, toolCallSchema } from './tools.ts'

/**
 * - `streaming`: the answer is arriving, or waits for a retry
 * - `done`: complete
 * - `stopped`: the user stopped it
 * - `interrupted`: the answer was cut short (network, crash, early close); its text so far is kept
 * - `failed`: no text arrived
 */
export const messageStates = ['streaming', 'done', 'stopped', 'interrupted', 'failed'] as const
export const messageStateSchema = z.enum(messageStates)
export type MessageState = z.infer<typeof messageStateSchema>

export const usageSchema = z
  .object({
    promptTokens: z.number().int(),
    completionTokens: z.number().int(),
    /** The part of `promptTokens` that came from the gateway's cache. */
    cachedTokens: z.number().int().min(0).optional(),
    /** The cost by the prices at the end of the answer; absent if no price was known. */
    cost: moneySchema.optional(),
    /** True if the usage is incomplete, because some of its requests reported none. */
    isIncomplete: z.literal(true).optional(),
  })
  .readonly()
export type Usage = z.infer<typeof usageSchema>

export const waitSchema = z
  .object({
    /** When the next attempt is made, ms since 1970. */
    until: z.number(),
    /** The attempt that will be made then, counted from 1. */
    attempt: z.number().int(),
    /** Maximum number of attempts, including the first. */
    of: z.number().int(),
    error: appErrorSchema,
  })
  .readonly()
/** A countdown to the next attempt of a request that can be repeated without being charged twice. */
export type Wait = z.infer<typeof waitSchema>

export const timingSchema = z
  .object({
    /** From sending the request to its first text, in ms. */
    firstTextMs: z.number().nullable(),
    /** From sending the request to its end, in ms. */
    totalMs: z.number(),
    /** How long the model thought, in ms; absent if it did not think. */
    thinkingMs: z.number().min(0).optional(),
    /**
     * Tokens per second of the last request and its rounds, thoughts included, as counted by the gateway or estimated
     * from the text. Absent if the time was too short, and in older answers.
     */
    speed: z
      .object({ rate: z.number().min(0), isEstimate: z.boolean() })
      .readonly()
      .optional(),
  })
  .readonly()
export type Timing = z.infer<typeof timingSchema>

/** The state of an answer without its text. It changes during and after streaming. */
export const messageStatusSchema = z
  .object({
    state: messageStateSchema,
    error: appErrorSchema.nullable(),
    wait: waitSchema.nullable(),
    usage: usageSchema.nullable(),
    timing: timingSchema.nullable(),
    /** The gateway's finish reason (`stop`, `length`, …); null while it runs or when none was given. */
    finishReason: z.string().nullable(),
    /** True if the gateway sent more than the text holds (`answers.kept`). */
    kept: z.boolean().optional(),
  })
  .readonly()
export type MessageStatus = z.infer<typeof messageStatusSchema>

export const thinkingSchema = z
  .object({
    text: z.string(),
    /** How long the model has thought so far, in ms; null if it is no longer known. */
    ms: z.number().nullable(),
    isRunning: z.boolean(),
  })
  .readonly()
/** The model's thinking before its answer. It is not part of the answer's text. */
export type Thinking = z.infer<typeof thinkingSchema>

export const chatTargetSchema = z
  .strictObject({ connectionId: z.string().min(1).max(100), model: z.string().min(1).max(300) })
  .readonly()
/** A model of a connection. */
export type ChatTarget = z.infer<typeof chatTargetSchema>

const columnSchema = z
  .object({
    /** Shared id of the answers that were requested together. */
    comparison: z.string(),
    /** Position of the column, from 0. */
    slot: z.number().int(),
    /** The connection that was asked. */
    connectionId: z.string(),
    /** Ids of the versions of this column, oldest first. */
    versions: z.array(z.string()).readonly(),
  })
  .readonly()

const singleMessageSchema = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    /** The previous message in its branch; null for the first. */
    parentId: z.string().nullable(),
    role: z.enum(['user', 'assistant']),
    text: z.string(),
    attachments: z.array(mediaItemSchema).readonly(),
    /** The model that wrote the message (assistant) or was asked (user). */
    model: z.string(),
    createdAt: z.number(),
    /**
     * Ids of all versions of this message, oldest first, this one included: answers to the same message, or edits of
     * it.
     */
    versions: z.array(z.string()).readonly(),
    /** Number of the running stream, as in `chat.delta`; null when none runs. */
    stream: z.number().int().nullable(),
    status: messageStatusSchema,
    /** The tool calls in the message, in order; absent if there are none. */
    calls: z.array(toolCallSchema).readonly().optional(),
    /**
     * Numbers of the passages that were sent with it, or that the tools of an answer found; absent if there are none.
     */
    passages: z.array(z.number().int()).readonly().optional(),
    /** The model's thinking; absent if the gateway sent none. */
    thinking: thinkingSchema.optional(),
    /** Files sent with it as text; absent if there are none. */
    files: z.array(attachedFileSchema).readonly().optional(),
    /** Position in a comparison of several models; absent for a single answer. */
    column: columnSchema.optional(),
    /** The facts of the memory that went with an answer's request; absent if there were none. */
    memories: z.array(z.string()).readonly().optional(),
  })
  .readonly()

export const messageSchema = singleMessageSchema
  .unwrap()
  .extend({
    /** The answers of the other columns, by slot; absent if there are none. */
    beside: z
      .array(singleMessageSchema)
      .max(columnsMax - 1)
      .readonly()
      .optional(),
  })
  .readonly()
export type Message = z.infer<typeof messageSchema>

export const parametersSchema = z
  .object({
    /** Instructions sent before the conversation; empty for none. */
    system: z.string().max(100_000),
    /** Temperature from 0 to 2; null leaves it to the gateway (1). */
    temperature: z.number().min(0).max(2).nullable(),
    topP: z.number().min(0).max(1).nullable(),
    maxTokens: z.number().int().min(1).max(2_000_000).nullable(),
    /** How many of the last messages are sent as context; null sends all. Fewer cost less. */
    contextMessages: z.number().int().min(1).max(10_000).nullable(),
    /** The thinking effort of a model that can think; absent leaves it to the gateway. */
    effort: z.enum(efforts).optional(),
    /** Tools that the model may call; absent if there are none. */
    tools: chatToolsSchema.optional(),
    /** Collections that are searched for passages; absent if there are none. */
    knowledge: chatKnowledgeSchema.optional(),
    /** Where requests begin if the user excluded earlier messages; absent sends the whole branch. */
    context: z
      .object({
        /** The first message that is sent. In a branch without it, the whole branch is sent. */
        fromId: z.string().min(1).max(100),
        /** True if requests begin after that message, because it is too long itself. */
        isAfter: z.literal(true).optional(),
        /** Summary of the earlier messages; the user can edit it. */
        summary: z.string().max(summaryMax).optional(),
        /** True if the summary was cut off, by the model or at the length limit. */
        isCut: z.literal(true).optional(),
        /** The message that the user chose, if it was deleted and `fromId` is the one after it. */
        chosenId: z.string().min(1).max(100).optional(),
      })
      .readonly()
      .optional(),
    /** True if the user chose to send everything, even beyond the context window in the model lists. */
    whole: z.boolean().optional(),
    /** False if the memory is left out of this chat's requests. */
    memory: z.literal(false).optional(),
    /** The models that answer next to the conversation's own; absent if none were ever chosen. */
    compare: z
      .object({
        on: z.boolean(),
        others: z
          .array(chatTargetSchema)
          .max(columnsMax - 1)
          .readonly(),
      })
      .readonly()
      .optional(),
    /** The assistant that the chat was started with, as it was then. */
    assistant: z
      .object({ name: z.string().max(assistantNameMax), sign: z.string().max(assistantSignMax) })
      .readonly()
      .optional(),
    /** The message from which the chat was branched; absent for a chat that is not a branch. */
    origin: z
      .object({
        conversationId: z.string().min(1).max(100),
        messageId: z.string().min(1).max(100),
        /** Title of the other chat at that time. */
        title: z.string().max(200),
        /** The last message that was copied. */
        lastId: z.string().min(1).max(100),
      })
      .readonly()
      .optional(),
    /** The folder that the chat started with, as it was then. Moving the chat does not change it. */
    folder: z
      .object({
        name: z.string().max(folderNameMax),
        /** Absent in chats of earlier versions, which took only instructions from a folder. */
        id: z.string().min(1).max(100).optional(),
      })
      .readonly()
      .optional(),
    /** True once a title was requested from a model, or given by the user. */
    titled: z.literal(true).optional(),
    /** Marks a document that a completion model continues; absent for a chat. */
    text: z
      .object({ stop: z.array(z.string().min(1).max(200)).max(stopsMax).readonly() })
      .readonly()
      .optional(),
  })
  .readonly()
export type Parameters = z.infer<typeof parametersSchema>

export const conversationSchema = z
  .object({
    id: z.string(),
    /** The user's title, else the beginning of the first message. */
    title: z.string(),
    connectionId: z.string().nullable(),
    model: z.string(),
    parameters: parametersSchema,
    pinned: z.boolean(),
    createdAt: z.number(),
    /** Time of the last message; the list is sorted by it. */
    activeAt: z.number(),
    /** The beginning of the newest message, at most 140 characters, for the list. */
    snippet: z.string(),
    /** True if an answer is streaming. */
    streaming: z.boolean(),
    /** Why the newest answer is incomplete; absent if it is complete or running. */
    lastAnswer: z.enum(['failed', 'interrupted']).optional(),
    /** Id of its folder; absent for none. */
    folderId: z.string().optional(),
    /** True for an archived conversation; absent otherwise. */
    archived: z.literal(true).optional(),
  })
  .readonly()
export type Conversation = z.infer<typeof conversationSchema>

export const messagePageSchema = z
  .object({
    messages: z.array(messageSchema).readonly(),
    /** True if the conversation has messages before the first of these. */
    hasEarlier: z.boolean(),
    /** True if the branch has messages after the last of these. */
    hasLater: z.boolean(),
  })
  .readonly()
/** Consecutive messages of the selected branch, oldest first. */
export type MessagePage = z.infer<typeof messagePageSchema>

/** Returns the title of an unnamed conversation: the first line of its first message, cut at 80 characters. */
export function titleFrom(text: string): string {
  const line = text.slice(0, 2000).trim().split('\n', 1)[0]?.trim() ?? ''
  return cutText(line, 80)
}

/**
 * Returns the beginning of a text as one line without Markdown, for lists. A text of Markdown marks alone is kept.
 * Empty if the text is empty: a chat with an empty snippet has no words.
 */
export function snippetFrom(text: string, role: 'user' | 'assistant' = 'assistant'): string {
  const { thinking, answer } = role === 'user' ? { thinking: null, answer: text } : splitThinking(text, false)
  const said = (answer ?? thinking ?? '').trimStart().slice(0, 1000)
  return cutText(withoutMarkdown(said) || said.replace(/\s+/g, ' ').trim(), 140)
}

function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  // never splits a surrogate pair
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 2)) ? length - 2 : length - 1
  return `${text.slice(0, end).trimEnd()}…`
}
