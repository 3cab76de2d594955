import type { Parameters } from '../../../shared/chat.ts'
import { fail } from '../../../shared/errors.ts'
import type { ChatDelta, ChatIo } from '../../gateway/answer-stream.ts'
import type { ChatRequest } from '../../gateway/chat-stream.ts'
import type { GatewayAccess } from '../../gateway/client.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { Conversations, StoredConversation } from '../../storage/conversations.ts'
import type { StoredAnswer } from '../../storage/kept-answers.ts'
import type { ContextMessage, Messages } from '../../storage/messages.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { SendsMemories } from '../memories/index.ts'
import { AnswerSender, type AnswerTurn } from '../questions/answer-sender.ts'
import { RequestCost } from '../questions/request-cost.ts'
import type { UsageRefusals } from '../questions/usage-refusals.ts'
import type { RequestLog } from '../requests/index.ts'
import type { SpendingService } from '../spending/index.ts'
import type { AnswerBesides } from './answer-besides.ts'
import type { AnswerRounds, EndedRound } from './answer-rounds.ts'
import { branchEnd, foundAmong } from './branch-steps.ts'
import { contextTurns } from './chat-context.ts'
import { libraryText } from './library-text.ts'
import type { TextSender } from './text-sender.ts'

export interface AnswerExchangeParts extends Pick<Ports, 'clock' | 'fetch'> {
  readonly requests: Pick<RequestLog, 'about'>
  readonly conversations: Conversations
  readonly messages: Messages
  readonly keeper: Pick<KeepsAnswers, 'keepAnswer'>
  readonly besides: AnswerBesides
  readonly library: MediaLibrary
  readonly connections: ConnectionsService
  readonly settings: SettingsService
  readonly rounds: AnswerRounds
  readonly texting: TextSender
  readonly spending: Pick<SpendingService, 'beginRequest' | 'forgetRequest' | 'record'>
  readonly usageRefusals: UsageRefusals
  readonly memories: Pick<SendsMemories, 'sentWith'>
  /** True if the spending is a request's only trace, so that its row is written before the request is sent. */
  readonly spendsFirst: boolean
}

/** A round whose request was sent. */
export type AskedRound = Omit<EndedRound, 'end' | 'textEnd' | 'roundsBefore'>

/** The request of a round. */
export interface RequestedAnswer {
  readonly messageId: string
  readonly conversationId: string
  /** The last message of the branch that is sent; the answer itself if it is continued. */
  readonly contextEndsWith: string
  /** The answer's text so far. */
  readonly text: string
  readonly turn: AnswerTurn
}

/** Sends the requests of answers, one for each round, records their cost, and stores what comes besides their text. */
export class AnswerExchange {
  private readonly parts: AnswerExchangeParts
  private readonly sender: AnswerSender

  constructor(parts: AnswerExchangeParts) {
    this.parts = parts
    this.sender = new AnswerSender(parts.connections.endpoints, parts.usageRefusals)
  }

  /** Returns the conversation with the model that an answer is requested from: the column's, else its own. */
  askedBy(conversationId: string, messageId: string): StoredConversation {
    const conversation =
      this.parts.conversations.findConversation(conversationId) ?? fail('not_found', 'no such conversation')
    const answer = this.parts.messages.findMessage(messageId)
    if (answer?.column === undefined) return conversation
    return { ...conversation, connectionId: answer.column.connectionId, model: answer.model }
  }

  /** Sends the request of a round once. `asks` gets the round, once it is known. */
  async *request(
    requested: RequestedAnswer,
    signal: AbortSignal,
    asks: (round: AskedRound) => void,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    const { contextEndsWith, conversationId, messageId, text } = requested
    const conversation = this.askedBy(conversationId, messageId)
    const { parameters, model } = conversation
    const { besides } = this.parts
    const settings = this.parts.settings.get()
    const connectionId = conversation.connectionId ?? fail('no_connection')
    const access = await this.parts.connections.access(connectionId)
    // the run may have been stopped during a long wait for the keychain
    if (signal.aborted) return
    const owner = { kind: 'chat', ownerId: messageId, part: 0 } as const
    let kept: StoredAnswer | null = null
    const io: ChatIo = {
      fetch: this.parts.fetch,
      clock: this.parts.clock,
      signal,
      record: this.parts.requests.about({ kind: 'chat', itemId: messageId, model }),
      keepAnswer: async (raw) => {
        kept = await this.parts.keeper.keepAnswer(owner, raw)
      },
    }
    const usual = { stream: settings.stream, stallMs: settings.stallSeconds * 1000 }
    const deltas =
      parameters.text === undefined
        ? await this.chatDeltas(requested, conversation, access, usual, io, asks)
        : this.parts.texting.sendText(
            { ...usual, connectionId, access, model, parameters, messageId, parentId: contextEndsWith, text },
            io,
          )
    const spent = new RequestCost(this.parts.spending, {
      ...{ messageId, conversationId, connectionId, model },
      now: () => this.parts.clock.now(),
    })
    let hasText = false
    if (this.parts.spendsFirst) spent.began()
    try {
      for await (const delta of deltas) {
        if (delta.type === 'end') {
          const end = spent.recordEnd(await besides.withPictures(messageId, delta.end))
          await besides.keepBesides(messageId, kept, end)
          yield { type: 'end', end }
        } else {
          hasText = true
          // the page gets the text first, because writing the row is slow
          yield delta
          spent.came()
        }
      }
    } finally {
      // a stop can end this generator right after its first text
      if (hasText) spent.came()
      else spent.cameNothing()
    }
  }

  /**
   * Returns the facts that were stored with an answer and may still be sent, so that a continued answer sends no fact
   * that the user removed or paused.
   */
  private memoriesOf(messageId: string, parameters: Parameters): readonly string[] {
    const stored = this.parts.messages.findMessage(messageId)?.memories ?? []
    const present = new Set(stored.length === 0 ? [] : this.parts.memories.sentWith(parameters))
    return stored.filter((text) => present.has(text))
  }

  /** Returns the events of the request of a chat. */
  private async chatDeltas(
    { messageId, conversationId, contextEndsWith, text, turn }: RequestedAnswer,
    { connectionId: connection, parameters, model }: StoredConversation,
    access: GatewayAccess,
    usual: Pick<ChatRequest, 'stallMs' | 'stream'>,
    io: ChatIo,
    asks: (round: AskedRound) => void,
  ): Promise<AsyncGenerator<ChatDelta, void, undefined>> {
    const connectionId = connection ?? fail('no_connection')
    const { rounds } = this.parts
    const fromId = parameters.context?.fromId
    const stored = await branchEnd(this.parts.messages, contextEndsWith, contextLimit(parameters), fromId)
    const branch = withRunning(stored.branch, { id: messageId, role: 'assistant', text, attachments: [] })
    const withCalls = await foundAmong(branch, (part) => rounds.among(part))
    const withPassages = await foundAmong(branch, (part) => rounds.withPassages(part))
    const withFiles = await foundAmong(branch, (part) => rounds.withFiles(part))
    const messages = await contextTurns(branch, {
      parameters,
      connectionId,
      model,
      isCut: stored.isCut,
      memories: this.memoriesOf(messageId, parameters),
      readMedia: (item) => this.parts.library.readMedia(item),
      roundsOf: ({ id }) => (withCalls.has(id) ? rounds.roundsOf(id) : []),
      passagesOf: ({ id }) => (withPassages.has(id) ? rounds.passagesOf(id) : []),
      filesOf: ({ id }) => (withFiles.has(id) ? rounds.filesOf(id) : []),
      readText: (textId) => libraryText(this.parts.library, textId),
    })
    const offer = rounds.offer(parameters, connectionId, model)
    asks({ messageId, conversationId, connectionId, model, parameters, offer, branch })
    return this.sender.sendTurn(
      { connectionId, access },
      turn,
      {
        ...usual,
        model,
        messages,
        temperature: parameters.temperature,
        topP: parameters.topP,
        maxTokens: parameters.maxTokens,
        effort: parameters.effort ?? null,
        tools: offer.tools,
      },
      io,
    )
  }
}

/** Returns the branch with the answer being written, whose newest text is not in its row yet. */
function withRunning(branch: readonly ContextMessage[], running: ContextMessage): readonly ContextMessage[] {
  return [...branch.filter(({ id }) => id !== running.id), running]
}

/** Reads a few more messages than requested, because failed answers are dropped afterwards. */
function contextLimit(parameters: Parameters): number {
  return parameters.contextMessages === null ? 100_000 : parameters.contextMessages * 2 + 10
}
