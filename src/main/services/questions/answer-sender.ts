import type { Endpoint } from '../../../shared/endpoint.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { ChatDelta, ChatIo, ChatTurn } from '../../gateway/answer-stream.ts'
import { type ChatRequest, streamChat } from '../../gateway/chat-stream.ts'
import type { GatewayAccess } from '../../gateway/client.ts'
import {
  endpointVerdict,
  refusesEffort,
  refusesNullContent,
  refusesReasoning,
  refusesSummary,
  refusesThoughts,
} from '../../gateway/endpoint-verdict.ts'
import { type ResponsesRequest, streamResponses } from '../../gateway/responses.ts'
import { withoutOutputItems } from '../../gateway/responses-input.ts'
import { withoutReplay } from '../../gateway/thought-fields.ts'
import type { ConnectionEndpoints } from '../connections/connection-endpoints.ts'
import { askingForUsage } from './usage-asking.ts'
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

/** Sends the requests of chats to their connection's endpoint, or to the one that their gateway turns out to have. */
export class AnswerSender {
  private readonly endpoints: ConnectionEndpoints
  private readonly usageRefusals: UsageRefusals
  /** Connections and models that refused reasoning in this run. */
  private readonly refusedReasoning = new Set<string>()
  /** Connections and models that refused a summary of thoughts in this run. */
  private readonly withoutSummary = new Set<string>()
  /** Connections that refused null as the content next to calls in this run. */
  private readonly withoutGaps = new Set<string>()
  /** Connections and models to which the thoughts of earlier calls are not sent back. */
  private readonly withoutThoughts = new Set<string>()

  constructor(endpoints: ConnectionEndpoints, usageRefusals: UsageRefusals) {
    this.endpoints = endpoints
    this.usageRefusals = usageRefusals
  }

  /** Sends one request once. Another one follows only a refusal that cost nothing. */
  async *send(
    target: Target,
    turn: AnswerTurn,
    request: ChatRequest,
    io: ChatIo,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    for await (const delta of this.sent(target, turn, request, io)) {
      const error = delta.type === 'end' && request.effort != null ? delta.end.error : null
      if (delta.type === 'end' && error !== null && refusesEffort(error))
        yield { type: 'end', end: { ...delta.end, error: { ...error, code: 'effort_refused' } } }
      else yield delta
    }
  }

  private async *sent(
    target: Target,
    turn: AnswerTurn,
    request: ChatRequest,
    io: ChatIo,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    const { access, connectionId } = target
    const endpoint = turn.endpoint ?? this.endpoints.of(connectionId, access.baseUrl)
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

  /**
   * Sends a request with the thoughts that belong to earlier tool calls. Gateways differ in whether they demand or
   * refuse them. A refusal costs nothing: the request is sent again the other way, which is remembered if it is
   * accepted.
   */
  private async *completions(
    target: Target,
    request: ChatRequest,
    io: ChatIo,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    const bare = { ...request, messages: request.messages.map(withoutReplay) }
    const hasThoughts = request.messages.some((turn, at) => turn !== bare.messages[at])
    const known = `${target.connectionId} ${request.model}`
    const isBare = hasThoughts && this.withoutThoughts.has(known)
    const isAboutThoughts = (error: AppError) => hasThoughts && refusesThoughts(error)
    for await (const delta of this.asked(target, isBare ? bare : request, io, isAboutThoughts)) {
      const error = delta.type === 'end' ? delta.end.error : null
      const isAboutEffort = error !== null && request.effort != null && refusesEffort(error)
      if (error === null || isAboutEffort || !isAboutThoughts(error)) {
        yield delta
        continue
      }
      let isTaken = false
      for await (const other of this.asked(target, isBare ? request : bare, io, isAboutThoughts)) {
        if (!isTaken && (other.type !== 'end' || other.end.error === null)) {
          isTaken = true
          if (isBare) this.withoutThoughts.delete(known)
          else this.withoutThoughts.add(known)
        }
        yield other
      }
      return
    }
  }

  private async *asked(
    target: Target,
    request: ChatRequest,
    io: ChatIo,
    isAboutThoughts: (error: AppError) => boolean,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    const { access, connectionId } = target
    if (!request.stream) {
      yield* this.filled(target, request, io)
      return
    }
    yield* askingForUsage(this.usageRefusals, {
      connectionId,
      baseUrl: access.baseUrl,
      send: (includeUsage) => this.filled(target, { ...request, includeUsage }, io),
      isElse: (error) => (request.effort != null && refusesEffort(error)) || isAboutThoughts(error),
    })
  }

  /** Sends `""` next to calls instead of null once the gateway has refused null. A refusal costs nothing. */
  private async *filled(
    { access, connectionId }: Target,
    request: ChatRequest,
    io: ChatIo,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    const full = { ...request, messages: request.messages.map(withContent) }
    const known = `${connectionId} ${access.baseUrl}`
    const hasGaps = request.messages.some((turn, at) => turn !== full.messages[at])
    if (!hasGaps || this.withoutGaps.has(known)) {
      yield* streamChat(access, full, io)
      return
    }
    for await (const delta of streamChat(access, request, io)) {
      if (delta.type === 'end' && delta.end.error !== null && refusesNullContent(delta.end.error)) {
        this.withoutGaps.add(known)
        yield* streamChat(access, full, io)
        return
      }
      yield delta
    }
  }

  /**
   * With an effort, asks for a summary of thoughts until the gateway refuses that for the model. A refusal costs
   * nothing.
   */
  private async *responses(
    target: Target,
    request: ResponsesRequest,
    io: ChatIo,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    const known = `${target.connectionId} ${request.model}`
    const thoughtSummary = request.effort != null && !this.withoutSummary.has(known)
    for await (const delta of this.reasoned(target, { ...request, thoughtSummary }, io)) {
      if (thoughtSummary && delta.type === 'end' && delta.end.error !== null && refusesSummary(delta.end.error)) {
        this.withoutSummary.add(known)
        yield* this.reasoned(target, { ...request, thoughtSummary: false }, io)
        return
      }
      yield delta
    }
  }

  private async *reasoned(
    { access, connectionId }: Target,
    request: ResponsesRequest,
    io: ChatIo,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    const plain = { ...request, messages: request.messages.map(withoutOutputItems), encryptedReasoning: false }
    const known = `${connectionId} ${request.model}`
    if (this.refusedReasoning.has(known)) {
      yield* streamResponses(access, plain, io)
      return
    }
    const hasTools = (request.tools ?? []).length > 0
    const isElse = (error: AppError) =>
      (request.thoughtSummary === true && refusesSummary(error)) || (request.effort != null && refusesEffort(error))
    for await (const delta of streamResponses(access, request, io)) {
      const error = delta.type === 'end' ? delta.end.error : null
      if (hasTools && error !== null && !isElse(error) && refusesReasoning(error)) {
        this.refusedReasoning.add(known)
        yield* streamResponses(access, plain, io)
        return
      }
      yield delta
    }
  }
}

/** Returns a turn with text next to its calls, even if that text is empty. */
function withContent(turn: ChatTurn): ChatTurn {
  return turn.role === 'assistant' && turn.content === null ? { ...turn, content: '' } : turn
}
