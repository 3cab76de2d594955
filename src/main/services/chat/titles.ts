import { titleFrom } from '../../../shared/chat.ts'
import { AppFailure, appError, fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import { estimateTokens } from '../../../shared/passages/token-estimate.ts'
import { type TitleChoice, titleChoiceSchema } from '../../../shared/titles.ts'
import type { StoredConversation } from '../../storage/conversations.ts'
import type { MessageFiles } from '../../storage/message-files.ts'
import type { StoredMessage } from '../../storage/messages.ts'
import { type Preferences, titlesChoice, titlesOffered } from '../../storage/preferences.ts'
import { parsed } from '../../storage/stored-json.ts'
import { SingleQuestions } from '../questions/single-question.ts'
import type { SpendingService } from '../spending/index.ts'
import type { AnswerRunnerParts } from './answer-runner.ts'
import type { ChatReader } from './chat-reader.ts'
import { titleIn, titleQuestion } from './title-text.ts'

/** Token limit of a title's request: a model that thinks may need most of it. */
const tokensMax = 1000
/** Tokens of a usual title. */
const titleTokens = 12
const firstLine: TitleChoice = { by: 'line', target: null }

export interface TitlesParts
  extends Pick<
    AnswerRunnerParts,
    | 'clock'
    | 'connections'
    | 'conversations'
    | 'database'
    | 'events'
    | 'fetch'
    | 'keeper'
    | 'log'
    | 'messages'
    | 'requests'
    | 'settings'
    | 'usageRefusals'
  > {
  readonly files: Pick<MessageFiles, 'filesOf'>
  readonly preferences: Preferences
  readonly spending: Pick<SpendingService, 'beginRequest' | 'budget' | 'cheapestModel' | 'forgetRequest' | 'record'>
  readonly reader: Pick<ChatReader, 'conversation'>
}

/** The chat that gets a title, and the model that writes it. */
interface Wish {
  readonly conversationId: string
  readonly answer: StoredMessage
  readonly question: StoredMessage
  readonly connectionId: string
  readonly model: string
}

/**
 * Titles by a model: one request after the first answer of a chat, never repeated. A name that the user gave stays.
 */
export class Titles {
  private readonly parts: TitlesParts
  private readonly questions: SingleQuestions
  private readonly ending = new AbortController()
  private readonly running = new Set<Promise<void>>()
  /** The chat whose first answer made the offer, until the user decides. */
  private offered: { readonly messageId: string; readonly conversationId: string } | null = null
  /** Chats whose model is being asked for a title, as long as the user does not name them. */
  private readonly asked = new Set<string>()

  constructor(parts: TitlesParts) {
    this.parts = parts
    this.questions = new SingleQuestions(parts)
  }

  choice(): TitleChoice {
    return titleChoiceSchema.safeParse(parsed(this.parts.preferences.get(titlesChoice))).data ?? firstLine
  }

  chooseModel({ choice, conversationId }: CallInput<'titles.choose'>): null {
    this.parts.preferences.set(titlesChoice, JSON.stringify(choice))
    const offered = this.offered
    this.offered = null
    if (offered !== null && offered.conversationId === conversationId)
      this.afterAnswer(offered.messageId, conversationId)
    return null
  }

  /** Records that the user named a chat, for example by its first line. */
  recordUserTitle(conversationId: string): void {
    this.asked.delete(conversationId)
  }

  /**
   * Requests a title if one is wanted. Call it after an answer is complete. Never throws: a chat works without a better
   * title.
   */
  afterAnswer(messageId: string, conversationId: string): void {
    try {
      this.offer(messageId, conversationId)
      const wish = this.wishFor(messageId, conversationId)
      if (wish === null) return
      this.mark(conversationId)
      this.asked.add(conversationId)
      const made = this.make(wish).catch((cause: unknown) => this.reportFailure(cause))
      this.running.add(made)
      void made.finally(() => {
        this.running.delete(made)
        this.asked.delete(conversationId)
      })
    } catch (cause) {
      this.reportFailure(cause)
    }
  }

  async close(): Promise<void> {
    this.ending.abort()
    await Promise.all(this.running)
  }

  /** Offers titles by the cheapest model of the connection, once, to a user who has not chosen yet. */
  private offer(messageId: string, conversationId: string): void {
    const { clock, events, preferences, spending } = this.parts
    if (preferences.get(titlesChoice) !== null || preferences.get(titlesOffered) !== null) return
    const first = this.firstAnswer(messageId, conversationId)
    const connectionId = first?.conversation.connectionId ?? null
    if (first === null || connectionId === null) return
    const { tokens } = estimateTokens(titleQuestion(first.question.text, first.answer.text))
    const amounts = { promptTokens: Math.ceil(tokens), outputTokens: titleTokens }
    const found = spending.cheapestModel(connectionId, amounts)
    if (found === null) return
    preferences.set(titlesOffered, String(clock.now()))
    this.offered = { messageId, conversationId }
    const { cost, isListed, model } = found
    events.emit('titles.offered', { conversationId, target: { connectionId, model }, cost, isListed })
  }

  /** Returns the model to ask for a title; null if none should be asked. */
  private wishFor(messageId: string, conversationId: string): Wish | null {
    const choice = this.choice()
    if (choice.by === 'line') return null
    const first = this.firstAnswer(messageId, conversationId)
    if (first === null) return null
    const { answer, conversation, question } = first
    const { connectionId, model } =
      choice.by === 'own' ? conversation : (choice.target ?? { connectionId: null, model: '' })
    return connectionId === null || model === '' ? null : { conversationId, answer, question, connectionId, model }
  }

  /** Returns the first question and answer of a chat that may get a title by a model; null for any other. */
  private firstAnswer(messageId: string, conversationId: string) {
    if (this.ending.signal.aborted) return null
    const { conversations, messages, settings, spending } = this.parts
    const conversation = conversations.findConversation(conversationId)
    if (conversation === null || conversation.parameters.text !== undefined || conversation.parameters.titled === true)
      return null
    const answer = messages.findMessage(messageId)
    const question = answer?.parentId == null ? null : messages.findMessage(answer.parentId)
    if (answer === null || answer.text === '' || question?.role !== 'user' || question.parentId !== null) return null
    if (!this.isAutomatic(conversation, question)) return null
    // no user is there to confirm going beyond the budget
    if (settings.get().budgetAsks && spending.budget()?.level === 'reached') return null
    return { answer, conversation, question }
  }

  /** Returns true if a chat still has the title that it got from its first message. */
  private isAutomatic({ title }: StoredConversation, question: StoredMessage): boolean {
    return title === (titleFrom(question.text) || (this.parts.files.filesOf(question.id)[0]?.name ?? ''))
  }

  /** Marks a chat on disk before anything is sent, so that neither a crash nor a later answer repeats the request. */
  private mark(conversationId: string): void {
    this.writeTitle(conversationId, (conversation) => ({
      ...conversation,
      parameters: { ...conversation.parameters, titled: true },
    }))
  }

  private async make(wish: Wish): Promise<void> {
    const { keeper } = this.parts
    const { answer, connectionId, conversationId, model, question } = wish
    const { kept, text } = await this.questions.askOnce({
      ...{ connectionId, model, maxTokens: tokensMax, signal: this.ending.signal },
      messages: [{ role: 'user', content: titleQuestion(question.text, answer.text) }],
      owner: { kind: 'chat', ownerId: answer.id, part: 0 },
      about: answer.id,
      spentOn: conversationId,
    })
    const title = titleIn(text)
    if (title === null) fail('empty_answer', 'an answer without a title')
    // the user may have named the chat meanwhile
    this.writeTitle(wish.conversationId, (conversation) =>
      this.asked.has(conversation.id) && this.isAutomatic(conversation, wish.question)
        ? { ...conversation, title }
        : conversation,
    )
    await keeper.recordRead(kept, null)
  }

  private writeTitle(conversationId: string, change: (conversation: StoredConversation) => StoredConversation): void {
    const { conversations, database, events, reader } = this.parts
    const isThere = database.durably(() => {
      const now = conversations.findConversation(conversationId)
      if (now !== null) conversations.updateConversation(change(now))
      return now !== null
    })
    if (isThere) events.emit('chat.conversation', reader.conversation(conversationId))
  }

  private reportFailure(cause: unknown): void {
    if (this.ending.signal.aborted) return
    const error = cause instanceof AppFailure ? cause.error : appError('internal', 'a chat got no title')
    this.parts.log('warn', 'a chat got no title', { code: error.code })
    this.parts.events.emit('chat.untitled', { error })
  }
}
