import type { Endpoint } from '../../../shared/endpoint.ts'
import type { ChatDelta, ChatIo } from '../../gateway/answer-stream.ts'
import { type ChatRequest, streamChat } from '../../gateway/chat-stream.ts'
import type { GatewayAccess } from '../../gateway/client.ts'
import { endpointVerdict, refusesEffort } from '../../gateway/endpoint-verdict.ts'
import { type ResponsesRequest, streamResponses } from '../../gateway/responses.ts'
import type { ConnectionEndpoints } from '../connections/connection-endpoints.ts'
import { type FreeRefusal, sentWithoutRefused } from './free-refusals.ts'
import { completionParts, responseParts } from './refused-parts.ts'
import type { UsageRefusals } from './usage-refusals.ts'

/** An answer that is being written; all its requests go to one endpoint. */
export interface AnswerTurn {
  /** The endpoint of its first request; null until the gateway accepted one. */
  endpoint: Endpoint | null
}

/** The gateway that is asked. */
interface Target {
  readonly connectionId: string
  readonly access: GatewayAccess
}

/** Sends the requests of chats to their connection's endpoint, or to the one that their gateway supports. */
export class AnswerSender {
  private readonly endpoints: ConnectionEndpoints
  private readonly completionParts: readonly FreeRefusal<ChatRequest>[]
  private readonly responseParts: readonly FreeRefusal<ResponsesRequest>[]

  constructor(endpoints: ConnectionEndpoints, usageRefusals: UsageRefusals) {
    this.endpoints = endpoints
    this.completionParts = completionParts(usageRefusals)
    this.responseParts = responseParts()
  }

  /** Sends one request once. Another one follows only a refusal that cost nothing. */
  async *sendTurn(
    target: Target,
    turn: AnswerTurn,
    request: ChatRequest,
    io: ChatIo,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    for await (const delta of this.sendOnce(target, turn, request, io)) {
      const error = delta.type === 'end' && request.effort != null ? delta.end.error : null
      if (delta.type === 'end' && error !== null && refusesEffort(error))
        yield { type: 'end', end: { ...delta.end, error: { ...error, code: 'effort_refused' } } }
      else yield delta
    }
  }

  private async *sendOnce(
    target: Target,
    turn: AnswerTurn,
    request: ChatRequest,
    io: ChatIo,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    const { access, connectionId } = target
    const endpoint = turn.endpoint ?? this.endpoints.endpointOf(connectionId, access.baseUrl)
    if (endpoint === 'completions') {
      turn.endpoint = endpoint
      yield* this.completions(target, request, io)
      return
    }
    const isAsking = endpoint === null
    for await (const delta of this.responses(target, request, io)) {
      const error = delta.type === 'end' ? delta.end.error : null
      const verdict = isAsking && turn.endpoint === null && error !== null ? endpointVerdict(error) : null
      if (verdict !== null) {
        turn.endpoint = 'completions'
        if (verdict === 'missing') this.endpoints.remember(connectionId, access.baseUrl, 'completions')
        yield* this.completions(target, request, io)
        return
      }
      if (error === null && turn.endpoint === null) {
        turn.endpoint = 'responses'
        if (isAsking) this.endpoints.remember(connectionId, access.baseUrl, 'responses')
      }
      // the user chose an endpoint that the gateway does not have
      if (delta.type === 'end' && error !== null && endpointVerdict(error) === 'missing')
        yield { type: 'end', end: { ...delta.end, error: { ...error, code: 'responses_missing' } } }
      else yield delta
    }
  }

  private completions(
    { access, connectionId }: Target,
    request: ChatRequest,
    io: ChatIo,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    const asked = { connectionId, baseUrl: access.baseUrl, model: request.model }
    const whole = request.stream ? { ...request, includeUsage: true } : request
    return sentWithoutRefused(asked, whole, this.completionParts, (sent) => streamChat(access, sent, io))
  }

  /** With an effort, also asks for a summary of the thoughts. */
  private responses(
    { access, connectionId }: Target,
    request: ChatRequest,
    io: ChatIo,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    const asked = { connectionId, baseUrl: access.baseUrl, model: request.model }
    const whole = { ...request, thoughtSummary: request.effort != null }
    return sentWithoutRefused(asked, whole, this.responseParts, (sent) => streamResponses(access, sent, io))
  }
}
