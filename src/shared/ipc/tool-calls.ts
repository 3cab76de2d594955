import { z } from 'zod'
import { messageLengthMax } from '../chat-limits.ts'
import { toolCallSchema, toolSchema } from '../tools.ts'
import { done, id, nothing } from './call-parts.ts'

const toolId = z.string().min(1).max(300)
const toolList = z.array(toolSchema).readonly()
const placedCall = z.object({ conversationId: z.string(), call: toolCallSchema }).readonly()

/** Calls about tools and their calls. */
export const toolCalls = {
  /** Returns all current tools. */
  'tools.list': { input: nothing, output: toolList },
  /** Returns all calls that wait for the user's decision, in every conversation. */
  'tools.waiting': { input: nothing, output: z.array(placedCall).readonly() },
  /** Sets the permission of a tool for all conversations. It applies only to the tool's current definition. */
  'tools.setRule': {
    input: z.strictObject({ tool: toolId, rule: z.enum(['ask', 'always', 'never']) }),
    output: toolList,
  },
  /**
   * Answers the question about a call: run it once, allow the tool in this chat or always, or deny it. `arguments`
   * replace the model's. `note` explains a denial to the model. Refuses with `not_found` if the call waits for no
   * answer.
   */
  'tools.answer': {
    input: z.strictObject({
      callId: id,
      decision: z.enum(['once', 'chat', 'always', 'deny']),
      arguments: z.string().max(messageLengthMax).optional(),
      note: z.string().max(2000).optional(),
    }),
    output: done,
  },
} as const

/** Events about tools. */
export const toolEvents = {
  /** Fires when a call of an answer appeared or changed. */
  'chat.call': placedCall,
  'tools.changed': toolList,
} as const

export const toolContract = { calls: toolCalls, events: toolEvents }
