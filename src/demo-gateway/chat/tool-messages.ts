import { z } from 'zod'
import { invalidRequest } from '../http/gateway-error.ts'

const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must match ^[a-zA-Z0-9_-]{1,64}$')

/** Tools that a request offers. */
export const offeredTools = z.array(
  z.object({
    type: z.literal('function'),
    function: z.object({
      name: toolName,
      description: z.string().nullish(),
      parameters: z.record(z.string(), z.unknown()).nullish(),
    }),
  }),
)

export const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.object({ type: z.literal('function'), function: z.object({ name: toolName }) }),
])

/** Calls in an assistant message. */
export const calledTools = z
  .array(
    z.object({
      id: z.string().min(1),
      type: z.literal('function'),
      function: z.object({ name: toolName, arguments: z.string() }),
    }),
  )
  .min(1)

/** The part of a message that the pairing of calls and results depends on. */
export interface PairedMessage {
  readonly role: string
  readonly toolCalls?: readonly { readonly id: string }[] | undefined
  readonly toolCallId?: string | undefined
}

/**
 * Throws for messages that real gateways refuse: calls without exactly one result each, directly after their message,
 * and results without a call.
 */
export function checkToolMessages(messages: readonly PairedMessage[]): void {
  let open = new Set<string>()
  for (const [at, { role, toolCallId, toolCalls }] of messages.entries()) {
    if (role === 'tool') {
      if (toolCallId !== undefined && open.delete(toolCallId)) continue
      throw invalidRequest(
        `messages with role "tool" must be a response to a preceding message with "tool_calls" (${toolCallId}).`,
        `messages[${at}].role`,
      )
    }
    refuseOpenCalls(open, at)
    open = new Set(toolCalls?.map(({ id }) => id))
    if (open.size < (toolCalls?.length ?? 0)) {
      throw invalidRequest('The ids of "tool_calls" must differ.', `messages[${at}].tool_calls`)
    }
  }
  refuseOpenCalls(open, messages.length)
}

function refuseOpenCalls(open: ReadonlySet<string>, at: number): void {
  if (open.size === 0) return
  const missing = [...open].join(', ')
  throw invalidRequest(
    `An assistant message with "tool_calls" must be followed by tool messages. Missing: ${missing}.`,
    at === 0 ? 'messages' : `messages[${at - 1}].tool_calls`,
  )
}
