import { z } from 'zod'
import { messageLengthMax } from '../chat-limits.ts'
import { toolCallSchema, toolSchema } from '../tools.ts'
import { done, id, nothing } from './call-parts.ts'

const toolId = z.string().min(1).max(300)
const toolList = z.array(toolSchema).readonly()
const placedCall = z.object({ conversationId: z.string(), call: toolCallSchema }).readonly()

/** What a page can ask about tools and their calls. */
export const toolCalls = {
  /** All tools there are now. */
  'tools.list': { input: nothing, output: toolList },
  /** All calls that wait for the user's answer, in every conversation. */
  'tools.waiting': { input: nothing, output: z.array(placedCall).readonly() },
  /** Decides about a tool for all conversations. A permission counts for the tool as it is now. */
  'tools.setRule': {
    input: z.strictObject({ tool: toolId, rule: z.enum(['ask', 'always', 'never']) }),
    output: toolList,
  },
  /**
   * Answers the question about a call: run it once, allow the tool in this chat or always, or deny it. `arguments`
   * replace the model's. `note` tells the model why it was denied. Refuses with `not_found` where the call waits for no
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

/** What main tells about tools. */
export const toolEvents = {
  /** A call of an answer appeared or changed. */
  'chat.call': placedCall,
  'tools.changed': toolList,
} as const

export const toolContract = { calls: toolCalls, events: toolEvents }
