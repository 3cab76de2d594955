import { z } from 'zod'
import { mediaItemSchema } from './media.ts'

/**
 * States of a call.
 * - `waiting`: recorded, not begun
 * - `asking`: the user decides whether it runs
 * - `running`: it was begun, and may have had an effect
 * - `done`: it ran and returned a result
 * - `failed`: it could not run, or its tool reported an error
 * - `denied`: the user or a rule did not allow it
 * - `cancelled`: the answer was stopped before it ran
 * - `unknown`: Atelier ended while it ran
 */
export const toolCallStates = [
  'waiting',
  'asking',
  'running',
  'done',
  'failed',
  'denied',
  'cancelled',
  'unknown',
] as const
export const toolCallStateSchema = z.enum(toolCallStates)
export type ToolCallState = z.infer<typeof toolCallStateSchema>

/** Reasons why a user is asked before a tool runs. */
export const askReasons = ['rule', 'changed', 'untrusted', 'money', 'unchecked'] as const
export const askReasonSchema = z.enum(askReasons)
/**
 * - `rule`: the tool's rule is to ask
 * - `changed`: the tool has changed since it was allowed
 * - `untrusted`: the chat contains texts of others, and the tool sends data out
 * - `money`: the tool costs money
 * - `unchecked`: the arguments could not be checked against the tool's schema
 */
export type AskReason = z.infer<typeof askReasonSchema>

/** A tool's own description of its effects. A server's hints are not reliable: they are shown, but allow nothing. */
export const toolHintsSchema = z
  .object({
    /** True if the tool changes nothing. */
    readOnly: z.boolean(),
    /** True if the tool deletes or overwrites data. */
    destructive: z.boolean(),
    /** True if the tool reaches other systems: sends data out, or brings in untrusted text. */
    openWorld: z.boolean(),
    /** True if the tool costs money. */
    costs: z.boolean(),
    /** Hints that a server did not give; the less safe value is assumed. Absent if all were given. */
    unstated: z
      .array(z.enum(['readOnly', 'destructive', 'openWorld']))
      .readonly()
      .optional(),
  })
  .readonly()
export type ToolHints = z.infer<typeof toolHintsSchema>

export const toolCallSchema = z
  .object({
    id: z.string(),
    messageId: z.string(),
    /** Round of the answer, from 0: the calls of one round were requested together. */
    round: z.number().int(),
    /** Offset in the answer's text where the round ended, in UTF-16 units. */
    textEnd: z.number().int(),
    /** Name under which the model knows the tool. */
    name: z.string(),
    /** Id of the tool; null if no tool has the name. */
    toolId: z.string().nullable(),
    /** Name of the tool's server; null for Atelier's own tools. */
    server: z.string().nullable(),
    /** The arguments as the model gave them, usually JSON. */
    arguments: z.string(),
    /** The arguments as changed by the user; null if unchanged. */
    editedArguments: z.string().nullable(),
    state: toolCallStateSchema,
    /** Why the user is or was asked; null if never. */
    askReason: askReasonSchema.nullable(),
    hints: toolHintsSchema.nullable(),
    /** The result as the model gets it; empty while there is none. */
    result: z.string(),
    /** The whole result if `result` is only its beginning. */
    resultFile: mediaItemSchema.nullable(),
    /** Files that the result shows, such as pictures. */
    media: z.array(mediaItemSchema).readonly(),
    /** Ms since 1970; null before the call begins, or ends. */
    startedAt: z.number().nullable(),
    endedAt: z.number().nullable(),
    /** The last progress that the tool reported: a text, or a fraction of 1. */
    progress: z.object({ text: z.string(), part: z.number().nullable() }).readonly().nullable(),
    /** True if the open question is about arguments that could not be checked against the tool's schema. */
    isUnchecked: z.boolean(),
  })
  .readonly()
export type ToolCall = z.infer<typeof toolCallSchema>

/** A tool that a chat can use. */
export const toolSchema = z
  .object({
    /** `builtin:<name>` or `<server id>:<name>`. */
    id: z.string(),
    /** Name of the server; null for Atelier's own tools. */
    server: z.string().nullable(),
    name: z.string(),
    /** The server's title; for Atelier's own tools the page has better texts. */
    title: z.string(),
    description: z.string(),
    hints: toolHintsSchema,
    rule: z.enum(['ask', 'always', 'never']),
    /** True if the tool has changed since the user allowed it. */
    isChanged: z.boolean(),
  })
  .readonly()
export type ToolInfo = z.infer<typeof toolSchema>

/** Choices of a conversation about tools. */
export const chatToolsSchema = z
  .object({
    /** Ids of the tools that the model may call. */
    enabled: z.array(z.string().max(300)).max(512).readonly(),
    /** The most rounds of one answer. */
    roundsMax: z.number().int().min(1).max(100),
  })
  .readonly()
export type ChatTools = z.infer<typeof chatToolsSchema>
