import { AppFailure, appError, fail } from '../../../shared/errors.ts'
import type { KeptKind } from '../../../shared/kept-answer.ts'
import type { ChatEnd, ChatIo, ChatTurn } from '../../gateway/answer-stream.ts'
import type { Ports } from '../../platform.ts'
import type { StoredAnswer } from '../../storage/kept-answers.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { RequestLog } from '../requests/index.ts'
import type { SpendingService } from '../spending/index.ts'
import { AnswerSender } from './answer-sender.ts'
import { RequestCost } from './request-cost.ts'
import type { UsageRefusals } from './usage-refusals.ts'

export interface SingleQuestionsParts extends Pick<Ports, 'clock' | 'fetch'> {
  readonly connections: Pick<ConnectionsService, 'access' | 'endpoints'>
  readonly keeper: Pick<KeepsAnswers, 'keepAnswer'>
  readonly requests: Pick<RequestLog, 'about'>
  readonly settings: Pick<SettingsService, 'get'>
  readonly spending: Pick<SpendingService, 'beginRequest' | 'forgetRequest' | 'record'>
  readonly usageRefusals: UsageRefusals
  /** True if the spending is the only trace of a request on the disk, and is written before sending. */
  readonly spendsFirst?: boolean
}

/** One question to a chat model, outside of a chat's own messages. */
export interface SingleQuestion {
  readonly connectionId: string
  readonly model: string
  readonly messages: readonly ChatTurn[]
  /** Maximum length of the answer in tokens; null leaves it to the model. */
  readonly maxTokens: number | null
  /** Owner of the answer's body while it is kept. */
  readonly owner: { readonly kind: KeptKind; readonly ownerId: string; readonly part: number }
  /** Item that the request log names. */
  readonly about: string
  /** Item to which the spending belongs. */
  readonly spentOn: string
  readonly signal: AbortSignal
  /** Called immediately before the request is sent, with the key already read. A throw sends nothing. */
  readonly onSend?: () => void
}

/** A paid answer. `kept` is its body, to be settled once the text is stored. */
export interface SingleAnswer {
  readonly text: string
  readonly kept: StoredAnswer | null
  readonly end: ChatEnd
}

/** Asks chat models single questions. Sends each once, keeps the body before it is read, and records the cost. */
export class SingleQuestions {
  private readonly parts: SingleQuestionsParts
  private readonly sender: AnswerSender

  constructor(parts: SingleQuestionsParts) {
    this.parts = parts
    this.sender = new AnswerSender(parts.connections.endpoints, parts.usageRefusals)
  }

  /** Asks a question once. Throws an AppFailure with the reason when there is no complete answer. */
  async askOnce(question: SingleQuestion): Promise<SingleAnswer> {
    const { about, connectionId, maxTokens, messages, model, onSend, owner, signal, spentOn } = question
    const { clock, connections, fetch, keeper, requests, settings, spending, spendsFirst } = this.parts
    const access = await connections.access(connectionId)
    if (signal.aborted) fail('cancelled')
    onSend?.()
    const body: { kept: StoredAnswer | null } = { kept: null }
    const io: ChatIo = {
      fetch,
      clock,
      signal,
      record: requests.about({ kind: 'chat', itemId: about, model }),
      keepAnswer: async (raw) => {
        body.kept = await keeper.keepAnswer(owner, raw)
      },
    }
    const { stallSeconds, stream } = settings.get()
    const request = {
      ...{ model, messages, stream, stallMs: stallSeconds * 1000, maxTokens },
      ...{ temperature: null, topP: null, effort: null, tools: [] },
    }
    const cost = new RequestCost(spending, {
      ...{ messageId: about, conversationId: spentOn, connectionId, model },
      now: () => clock.now(),
    })
    let text = ''
    let end: ChatEnd | null = null
    if (spendsFirst === true) cost.began()
    try {
      for await (const delta of this.sender.sendTurn({ connectionId, access }, { endpoint: null }, request, io)) {
        if (delta.type === 'end') end = cost.recordEnd(delta.end)
        else {
          cost.came()
          if (delta.type === 'text') text += delta.text
        }
      }
    } finally {
      cost.cameNothing()
    }
    if (end === null || end.error !== null) throw new AppFailure(end?.error ?? appError('cancelled'))
    return { text, kept: body.kept, end }
  }
}
