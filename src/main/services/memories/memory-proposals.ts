import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { MemoryOffer, ProposedMemories } from '../../../shared/memories.ts'
import { estimateTokens } from '../../../shared/passages/token-estimate.ts'
import { isTemporaryChat } from '../../../shared/temporary-chat.ts'
import type { Conversations, StoredConversation } from '../../storage/conversations.ts'
import type { Messages } from '../../storage/messages.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { SingleQuestions } from '../questions/index.ts'
import type { SpendingService } from '../spending/index.ts'
import type { MemoriesService } from './memories-service.ts'
import { proposalQuestion, questionMessages } from './proposal-question.ts'
import { proposedFacts } from './proposed-facts.ts'

/** Token limit of a request: a model that thinks may need most of it. */
const tokensMax = 3000
/** Tokens of a usual answer. */
const answerTokens = 150
/** Messages of a branch in which the user's are looked for. */
const branchMax = 100
/** Maximum number of chats whose proposals are remembered; the oldest are dropped. */
const waitingMax = 50

export interface MemoryProposalsParts {
  readonly service: MemoriesService
  readonly conversations: Pick<Conversations, 'findConversation'>
  readonly messages: Pick<Messages, 'context'>
  readonly questions: Pick<SingleQuestions, 'askOnce'>
  readonly keeper: Pick<KeepsAnswers, 'keepAnswer' | 'recordRead'>
  readonly connections: Pick<ConnectionsService, 'has'>
  readonly settings: Pick<SettingsService, 'get'>
  readonly spending: Pick<SpendingService, 'budget' | 'cheapestModel'>
}

/**
 * Facts that models propose. Each request is one that the user asked for, and is never repeated. Its result waits until
 * the user has decided, so that a closed window costs nothing twice. Nothing here stores a fact.
 */
export class MemoryProposals {
  private readonly parts: MemoryProposalsParts
  private readonly waiting = new Map<string, ProposedMemories>()
  private readonly running = new Map<string, Promise<unknown>>()
  private readonly ending = new AbortController()

  constructor(parts: MemoryProposalsParts) {
    this.parts = parts
  }

  /** Number of requests under way. */
  get count(): number {
    return this.running.size
  }

  /** Returns what a request would send and cost. Prefers the cheapest model with a price over the chat's own. */
  offer({ conversationId }: CallInput<'memories.offer'>): MemoryOffer {
    const { settings, spending } = this.parts
    const { conversation, question, said } = this.questionOf(conversationId)
    const { connectionId, model } = conversation
    const amounts = {
      promptTokens: Math.ceil(estimateTokens(JSON.stringify(question)).tokens),
      outputTokens: answerTokens,
    }
    const found = connectionId === null ? null : spending.cheapestModel(connectionId, amounts)
    return {
      target: connectionId === null ? null : { connectionId, model: found?.model ?? model },
      cost: found?.cost ?? null,
      isListed: found?.isListed ?? false,
      isBeyondBudget: settings.get().budgetAsks && spending.budget()?.level === 'reached',
      messages: said.length,
      proposed: this.undecided(conversationId),
    }
  }

  /** Asks a model for facts. Throws an AppFailure with the reason why there are none. */
  async propose({ connectionId, conversationId, model }: CallInput<'memories.propose'>): Promise<ProposedMemories> {
    if (!this.parts.connections.has(connectionId)) fail('no_connection')
    if (this.running.has(conversationId)) fail('busy')
    const { conversation, question, said } = this.questionOf(conversationId)
    if (said.length === 0 || conversation.leafId === null) fail('invalid_input', 'a chat without words of the user')
    const made = this.ask({ connectionId, model, conversationId, about: conversation.leafId, question })
    this.running.set(conversationId, made)
    try {
      return await made
    } finally {
      this.running.delete(conversationId)
    }
  }

  /** Forgets a proposed fact that the user has decided about; without a text, all of the chat. */
  settle({ conversationId, text }: CallInput<'memories.settle'>): null {
    const proposed = this.waiting.get(conversationId)
    const texts = text === undefined ? [] : (proposed?.texts.filter((other) => other !== text) ?? [])
    if (proposed === undefined || texts.length === 0) this.waiting.delete(conversationId)
    else this.waiting.set(conversationId, { ...proposed, texts })
    return null
  }

  async close(): Promise<void> {
    this.ending.abort()
    await Promise.allSettled(this.running.values())
  }

  private async ask(asked: {
    readonly connectionId: string
    readonly model: string
    readonly conversationId: string
    readonly about: string
    readonly question: ReturnType<typeof proposalQuestion>
  }): Promise<ProposedMemories> {
    const { keeper, questions, service } = this.parts
    const { about, connectionId, conversationId, model, question } = asked
    const { kept, text } = await questions.askOnce({
      ...{ connectionId, model, about, messages: question, maxTokens: tokensMax, signal: this.ending.signal },
      owner: { kind: 'chat', ownerId: about, part: 0 },
      spentOn: conversationId,
    })
    const known = service.listMemories().map((memory) => memory.text)
    const proposed = proposedFacts(text, known, (fact) => service.isSecret(fact))
    if (proposed === null) {
      const raw = { status: 200, contentType: 'text/plain', body: Buffer.from(text), whole: true }
      if (kept === null) await keeper.keepAnswer({ kind: 'chat', ownerId: about, part: 0 }, raw)
      fail('empty_answer', 'an answer without a list of facts')
    }
    this.waiting.delete(conversationId)
    this.waiting.set(conversationId, proposed)
    for (const id of [...this.waiting.keys()].slice(0, -waitingMax)) this.waiting.delete(id)
    await keeper.recordRead(kept, null)
    return proposed
  }

  /** Returns the facts of the last request that are neither kept nor refused; null if there are none. */
  private undecided(conversationId: string): ProposedMemories | null {
    const proposed = this.waiting.get(conversationId)
    if (proposed === undefined) return null
    const known = new Set(this.parts.service.listMemories().map(({ text }) => text))
    const texts = proposed.texts.filter((text) => !known.has(text))
    return texts.length === 0 ? null : { ...proposed, texts }
  }

  private questionOf(conversationId: string): {
    readonly conversation: StoredConversation
    readonly said: readonly string[]
    readonly question: ReturnType<typeof proposalQuestion>
  } {
    const { conversations, messages, service, settings } = this.parts
    if (isTemporaryChat(conversationId)) fail('invalid_input', 'a temporary chat is not remembered')
    if (!settings.get().memory) fail('invalid_input', 'memory is off')
    const conversation = conversations.findConversation(conversationId) ?? fail('not_found', 'no such conversation')
    const { leafId, parameters } = conversation
    if (parameters.text !== undefined) fail('invalid_input', 'a document is not a chat')
    const branch = leafId === null ? [] : messages.context(leafId, branchMax)
    const said = questionMessages(branch.flatMap(({ role, text }) => (role === 'user' ? [text] : [])).toReversed())
    return { conversation, said, question: proposalQuestion(said, service.sentWith({})) }
  }
}
