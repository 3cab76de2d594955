import type { AppError } from '../../../shared/errors.ts'
import type { ChatTurn } from '../../gateway/answer-stream.ts'
import type { ChatRequest } from '../../gateway/chat-stream.ts'
import {
  refusesEffort,
  refusesNullContent,
  refusesReasoning,
  refusesSummary,
  refusesThoughts,
  refusesUsage,
} from '../../gateway/endpoint-verdict.ts'
import type { ResponsesRequest } from '../../gateway/responses.ts'
import { withoutOutputItems } from '../../gateway/responses-input.ts'
import { withoutReplay } from '../../gateway/thought-fields.ts'
import { type FreeRefusal, memoryOfRun } from './free-refusals.ts'
import type { UsageRefusals } from './usage-refusals.ts'

interface CountedRequest {
  readonly stream: boolean
  readonly includeUsage?: boolean
}

/**
 * Returns the part that asks for the usage of a stream. Some gateways refuse it without naming it. If it never worked,
 * any refusal of a request's form may therefore be about it, unless `isElse` knows better.
 */
export function usagePart<Request extends CountedRequest>(
  refusals: UsageRefusals,
  isElse: (error: AppError, request: Request) => boolean,
): FreeRefusal<Request> {
  return {
    memory: refusals,
    without: (request) => (request.includeUsage === true ? { ...request, includeUsage: false } : request),
    verdict(error, { asked, request }) {
      if (refusesUsage(error)) return 'certain'
      return mayMeanUsage(error) && !isElse(error, request) && !refusals.worked(asked) ? 'likely' : null
    },
  }
}

/** Returns the parts of chat completions that gateways refuse. */
export function completionParts(usageRefusals: UsageRefusals): readonly FreeRefusal<ChatRequest>[] {
  const isAboutEffort = (error: AppError, { effort }: ChatRequest) => effort != null && refusesEffort(error)
  return [
    {
      // null as the content next to calls
      memory: memoryOfRun('baseUrl'),
      without: (request) => withMessages(request, withContent),
      verdict: (error) => (refusesNullContent(error) ? 'certain' : null),
    },
    usagePart(
      usageRefusals,
      (error, request) => isAboutEffort(error, request) || (hasReplay(request) && refusesThoughts(error)),
    ),
    {
      // thoughts that belong to earlier calls
      memory: memoryOfRun('model'),
      isDemanded: true,
      without: (request) => withMessages(request, withoutReplay),
      verdict: (error, { request }) => (refusesThoughts(error) && !isAboutEffort(error, request) ? 'likely' : null),
    },
  ]
}

/** Returns the parts of responses that gateways refuse. */
export function responseParts(): readonly FreeRefusal<ResponsesRequest>[] {
  return [
    {
      // encrypted reasoning, requested and sent back
      memory: memoryOfRun('model'),
      without: (request) => ({
        ...request,
        messages: request.messages.map(withoutOutputItems),
        encryptedReasoning: false,
      }),
      verdict(error, { sent: { effort, thoughtSummary, tools = [] } }) {
        const isElse = (thoughtSummary === true && refusesSummary(error)) || (effort != null && refusesEffort(error))
        return tools.length > 0 && !isElse && refusesReasoning(error) ? 'certain' : null
      },
    },
    {
      // a summary of the thoughts
      memory: memoryOfRun('model'),
      without: (request) => (request.thoughtSummary === true ? { ...request, thoughtSummary: false } : request),
      verdict: (error) => (refusesSummary(error) ? 'certain' : null),
    },
  ]
}

/** Returns true if a request's form was refused without naming a model: a model that cannot chat is refused again. */
function mayMeanUsage({ code, gatewayCode, gatewayMessage, status }: AppError): boolean {
  return (
    (status === 400 || status === 422) &&
    code === 'bad_request' &&
    !/model|context|content_filter/i.test(gatewayCode ?? '') &&
    !/\bmodel\b|模型/i.test(gatewayMessage ?? '')
  )
}

function hasReplay(request: ChatRequest): boolean {
  return withMessages(request, withoutReplay) !== request
}

/** Returns a request with changed messages; the same request if none changes. */
function withMessages(request: ChatRequest, change: (turn: ChatTurn) => ChatTurn): ChatRequest {
  const messages = request.messages.map(change)
  return messages.some((turn, at) => turn !== request.messages[at]) ? { ...request, messages } : request
}

/** Returns a turn with text next to its calls, even if that text is empty. */
function withContent(turn: ChatTurn): ChatTurn {
  return turn.role === 'assistant' && turn.content === null ? { ...turn, content: '' } : turn
}
