import { z } from 'zod'
import type { Parameters } from '../../../shared/chat.ts'
import type { ChatDelta, ChatIo } from '../../gateway/answer-stream.ts'
import type { GatewayAccess } from '../../gateway/client.ts'
import { type CompletionRequest, refusesSuffix, streamCompletion } from '../../gateway/completions.ts'
import type { Messages } from '../../storage/messages.ts'
import type { Preferences } from '../../storage/preferences.ts'
import { parsed } from '../../storage/stored-json.ts'
import { type FreeRefusal, sentWithoutRefused } from '../questions/free-refusals.ts'
import { usagePart } from '../questions/refused-parts.ts'
import type { UsageRefusals } from '../questions/usage-refusals.ts'
import { branchEnd } from './branch-steps.ts'

const preference = 'models-without-suffix'
/** Maximum number of models that are remembered; the oldest are dropped. */
const modelsMax = 500
/** Maximum number of parts of a document that a request reads: the newest ones. */
const partsMax = 100_000
const modelsSchema = z.array(z.string())

/** A request to continue a document. */
export interface TextRequest {
  readonly connectionId: string
  readonly access: GatewayAccess
  readonly model: string
  readonly parameters: Parameters
  /** Id of the answer being written. */
  readonly messageId: string
  /** Id of the message before it. */
  readonly parentId: string
  /** The answer's text so far. */
  readonly text: string
  readonly stream: boolean
  readonly stallMs: number
}

/** Sends the requests of documents. Remembers which models refuse the text after the insertion point. */
export class TextSender {
  private readonly messages: Messages
  private readonly preferences: Preferences
  private readonly usage: FreeRefusal<CompletionRequest>

  constructor(messages: Messages, preferences: Preferences, usageRefusals: UsageRefusals) {
    this.messages = messages
    this.preferences = preferences
    this.usage = usagePart(usageRefusals, (error, { suffix }) => suffix !== null && refusesSuffix(error))
  }

  /** Sends one request once. */
  async *sendText(request: TextRequest, io: ChatIo): AsyncGenerator<ChatDelta, void, undefined> {
    const { access, connectionId, messageId, model, parameters, parentId, stallMs, stream, text } = request
    const { branch } = await branchEnd(this.messages, parentId, partsMax, undefined)
    const before = branch.filter(({ id }) => id !== messageId)
    const key = `${connectionId} ${model}`
    const suffix = this.without().includes(key) ? null : this.textAfter(messageId)
    const whole: CompletionRequest = {
      model,
      prompt: `${before.map((part) => part.text).join('')}${text}`,
      suffix,
      stop: parameters.text?.stop ?? [],
      temperature: parameters.temperature,
      topP: parameters.topP,
      maxTokens: parameters.maxTokens,
      stream,
      includeUsage: stream,
      stallMs,
    }
    const asked = { connectionId, baseUrl: access.baseUrl, model }
    const deltas = sentWithoutRefused(asked, whole, [this.usage], (sent) => streamCompletion(access, sent, io))
    for await (const delta of deltas) {
      const error = delta.type === 'end' ? delta.end.error : null
      if (delta.type === 'end' && error !== null && suffix !== null && refusesSuffix(error)) {
        const models = [...this.without().filter((other) => other !== key), key].slice(-modelsMax)
        this.preferences.set(preference, JSON.stringify(models))
        yield { type: 'end', end: { ...delta.end, error: { ...error, code: 'suffix_refused' } } }
      } else yield delta
    }
  }

  /** Returns the text after an answer, or null. */
  private textAfter(messageId: string): string | null {
    const next = this.messages.newestChild(messageId)
    const following = next === null ? null : this.messages.findMessage(next)
    return following?.role === 'user' && following.text !== '' ? following.text : null
  }

  private without(): readonly string[] {
    return modelsSchema.safeParse(parsed(this.preferences.get(preference) ?? undefined)).data ?? []
  }
}
