import { canContinue } from '../../../shared/answer-end.ts'
import { type ChatTarget, snippetFrom } from '../../../shared/chat.ts'
import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { Ports } from '../../platform.ts'
import type { Conversations, StoredConversation } from '../../storage/conversations.ts'
import type { Database } from '../../storage/database.ts'
import type { Drafts } from '../../storage/drafts.ts'
import type { Messages, StoredColumn, StoredMessage } from '../../storage/messages.ts'
import type { SendsMemories } from '../memories/index.ts'
import type { AnswerRunner } from './answer-runner.ts'
import { distinctTargets, isOwnTarget } from './answer-targets.ts'
import { isSaid } from './chat-context.ts'
import type { ChatReader } from './chat-reader.ts'

type Exchange = CallOutput<'chat.send'>
type NewMessage = Omit<StoredMessage, 'versions'>

export interface AnswerRequestsParts extends Pick<Ports, 'clock' | 'events'> {
  readonly database: Database
  readonly drafts: Drafts
  readonly newId: () => string
  readonly conversations: Conversations
  readonly messages: Messages
  readonly answers: AnswerRunner
  readonly reader: ChatReader
  readonly memories: Pick<SendsMemories, 'sentWith'>
}

/** The user's message, and the models that it goes to. */
export interface Said {
  /** The conversation, with the model that is asked first. */
  readonly conversation: StoredConversation
  readonly isNew: boolean
  readonly message: Pick<StoredMessage, 'id' | 'parentId' | 'text' | 'attachments'>
  /** Further models that are asked. */
  readonly others: readonly ChatTarget[]
  /** Another model that is asked instead, for this message alone. */
  readonly by?: ChatTarget | undefined
  /** Stores data that belong to the message, under each id of the message. */
  readonly storeBesides: (messageId: string) => void
  /** The conversation whose draft the message was; null for the draft of a new chat, absent if it was no draft. */
  readonly draftOf?: string | null
}

/** A coming answer and the message that it replies to. */
interface Asked {
  readonly question: NewMessage
  readonly answer: NewMessage
}

/** Stores messages with their coming answers, then requests the answers of one model or several. */
export class AnswerRequests {
  private readonly parts: AnswerRequestsParts

  constructor(parts: AnswerRequestsParts) {
    this.parts = parts
  }

  /**
   * Returns the message that an earlier call stored under an id; null for a new id. Refuses the id of a deleted
   * message.
   */
  messageWithId(id: string): StoredMessage | null {
    const { messages } = this.parts
    const known = messages.findMessage(id)
    if (known === null && messages.conversationOf(id) !== null) fail('not_found', 'the message is deleted')
    return known
  }

  /** Stores a message and its coming answers in one transaction, then requests them. */
  storeAndRequest(said: Said): Exchange {
    const { answers, clock, conversations, database, drafts, messages } = this.parts
    const { conversation, draftOf, isNew, storeBesides } = said
    answers.keepUnkept()
    const asked = this.asked(said)
    const questions = [...new Map(asked.map(({ question }) => [question.id, question])).values()]
    const chosen = asked.find(({ question }) => question.id === said.message.id) ?? fail('internal', 'nobody is asked')
    database.durably(() => {
      if (isNew) conversations.insertConversation({ ...conversation, leafId: null })
      for (const question of questions) {
        messages.insertMessage(question)
        storeBesides(question.id)
      }
      for (const { answer } of asked) messages.insertMessage(answer)
      conversations.updateConversation({
        ...conversation,
        leafId: chosen.answer.id,
        activeAt: clock.now(),
        snippet: snippetFrom(said.message.text, 'user'),
      })
      if (draftOf !== undefined) drafts.set(draftOf, '')
      conversations.setArchived(conversation.id, null)
    })
    for (const { answer, question } of asked) answers.start(answer.id, conversation.id, '', question.id)
    return this.announce(conversation.id, [said.message.id, chosen.answer.id])
  }

  /** Requests another version of an answer, or an answer to a question. In a column, asks the column's model. */
  async retryAnswer(input: CallInput<'chat.retry'>): Promise<Exchange> {
    // nothing below may wait: the same call may come twice
    return this.retryShown(input, input.inColumn === true && (await this.isInShownBranch(input.messageId)))
  }

  private retryShown(
    { by, inColumn = false, messageId, newMessageId }: CallInput<'chat.retry'>,
    isOldShown: boolean,
  ): Exchange {
    const { answers, clock, conversations, database, messages, reader } = this.parts
    const known = this.messageWithId(newMessageId)
    if (known) return this.exchange(known.conversationId, [known.id])
    const old = reader.storedMessage(messageId)
    const parentId =
      old.role === 'user' ? old.id : (old.parentId ?? fail('invalid_input', 'an answer without a question'))
    this.refuseWithoutQuestion(parentId)
    const conversation = reader.storedConversation(old.conversationId)
    const other = by === undefined || isOwnTarget(by, conversation) ? undefined : by
    const column = other === undefined && inColumn ? old.column : undefined
    this.refuseWhileRunning(conversation.id, column)
    answers.keepUnkept()
    const model = other?.model ?? (column === undefined ? conversation.model : old.model)
    // another model's answer is a comparison of its own, with one column
    const place = other === undefined ? column : this.columnOf(other)
    const answer = this.newAnswer(newMessageId, conversation, model, parentId, place)
    const isShown = column === undefined || isOldShown
    database.durably(() => {
      messages.insertMessage(answer)
      const leafId = isShown ? answer.id : conversation.leafId
      conversations.updateConversation({ ...conversation, leafId, activeAt: clock.now() })
      conversations.setArchived(conversation.id, null)
    })
    answers.start(answer.id, conversation.id, '', parentId)
    return this.announce(conversation.id, [answer.id])
  }

  /** Returns the column of another model's answer: a separate comparison. */
  private columnOf({ connectionId }: ChatTarget): StoredColumn {
    return { comparison: this.parts.newId(), slot: 0, connectionId }
  }

  /** Resolves to true for a message of the shown branch. Checks again if another branch is shown meanwhile. */
  private async isInShownBranch(messageId: string): Promise<boolean> {
    const { conversations, messages, reader } = this.parts
    for (;;) {
      const message = messages.findMessage(messageId)
      const conversation = message === null ? null : conversations.findConversation(message.conversationId)
      if (message === null || conversation === null) return false
      const isShown = await reader.isShown(message)
      // the user may show another branch meanwhile
      if (conversations.findConversation(message.conversationId)?.leafId === conversation.leafId) return isShown
    }
  }

  /** Continues an answer from its end. */
  continue({ messageId }: CallInput<'chat.continue'>): Exchange {
    const { answers, conversations, database, messages, reader } = this.parts
    const answer = reader.storedMessage(messageId)
    if (answers.findRun(messageId)) return this.exchange(answer.conversationId, [messageId])
    if (answer.role !== 'assistant' || answer.parentId === null)
      fail('invalid_input', 'only an answer can be continued')
    // a late second press, or a page that has not heard of the end
    if (answer.state === 'done' && !canContinue(answer.finishReason))
      return this.exchange(answer.conversationId, [messageId])
    // an answer without words cannot be continued, so its question is sent again
    const isAskedAgain = answer.text === '' || this.isThoughtAlone(answer)
    if (isAskedAgain) this.refuseWithoutQuestion(answer.parentId)
    this.refuseWhileRunning(answer.conversationId, answer.column)
    answers.keepUnkept()
    database.durably(() => {
      messages.resume(messageId)
      conversations.setArchived(answer.conversationId, null)
    })
    answers.start(messageId, answer.conversationId, answer.text, isAskedAgain ? answer.parentId : messageId)
    return this.announce(answer.conversationId, [messageId])
  }

  /** Returns the exchange of a repeated call: the message and its answer, the shown one if there are several. */
  saidBefore(known: StoredMessage): Exchange {
    const { leafId } = this.parts.reader.storedConversation(known.conversationId)
    const shown = leafId === null ? null : this.parts.messages.findMessage(leafId)
    const answer = shown?.parentId === known.id ? shown.id : this.parts.messages.newestChild(known.id)
    return this.exchange(known.conversationId, answer === null ? [known.id] : [known.id, answer])
  }

  /** Refuses while an answer is running. Columns of one comparison may run at once. */
  refuseWhileRunning(conversationId: string, column?: StoredColumn): void {
    for (const id of this.parts.answers.runningIn(conversationId)) {
      const other = column === undefined ? undefined : this.parts.messages.findMessage(id)?.column
      if (other === undefined || other.comparison !== column?.comparison || other.slot === column.slot)
        fail('busy', 'an answer is still coming')
    }
  }

  /**
   * Returns true if an answer has no words outside its thoughts and made no calls. In a document, tags count as text.
   */
  private isThoughtAlone(answer: StoredMessage): boolean {
    const { calls = [], conversationId } = this.parts.reader.message(answer.id)
    const { parameters } = this.parts.reader.storedConversation(conversationId)
    return parameters.text === undefined && calls.length === 0 && !isSaid(answer)
  }

  /** Refuses if the question was deleted: the model would be asked to continue the answer before it. */
  private refuseWithoutQuestion(parentId: string): void {
    if (this.parts.messages.findMessage(parentId)?.role !== 'user') fail('invalid_input', 'its question was deleted')
  }

  private asked({ by, conversation, message, others }: Said): readonly Asked[] {
    const { connectionId, model } = conversation
    if (by !== undefined && !isOwnTarget(by, conversation)) {
      const question = this.newQuestion(message, conversation)
      return [
        { question, answer: this.newAnswer(this.parts.newId(), conversation, by.model, message.id, this.columnOf(by)) },
      ]
    }
    // if the conversation's connection was removed, its answer reports that
    const own = { connectionId: connectionId ?? (others.length === 0 ? '' : fail('no_connection')), model }
    const targets = distinctTargets([own, ...others])
    const comparison = targets.length > 1 ? this.parts.newId() : null
    const parents = this.parts.reader.goesOnFrom(message.parentId, targets)
    // the shown branch continues; if none of the models continues it, the first model's branch is shown
    const shown = parents.includes(message.parentId) ? message.parentId : (parents[0] ?? null)
    const ids = new Map<string | null, string>([[shown, message.id]])
    return targets.map((target, slot) => {
      const parentId = parents[slot] ?? null
      const id = ids.get(parentId) ?? this.parts.newId()
      ids.set(parentId, id)
      const question = this.newQuestion({ ...message, id, parentId }, conversation)
      const column = comparison === null ? undefined : { comparison, slot, connectionId: target.connectionId }
      return { question, answer: this.newAnswer(this.parts.newId(), conversation, target.model, id, column) }
    })
  }

  private newQuestion(message: Said['message'], { id, model }: Pick<StoredConversation, 'id' | 'model'>): NewMessage {
    return {
      ...message,
      conversationId: id,
      role: 'user',
      model,
      state: 'done',
      error: null,
      usage: null,
      timing: null,
      finishReason: null,
      createdAt: this.parts.clock.now(),
    }
  }

  private newAnswer(
    id: string,
    { id: conversationId, parameters }: Pick<StoredConversation, 'id' | 'parameters'>,
    model: string,
    parentId: string,
    column: StoredColumn | undefined,
  ): NewMessage {
    const memories = this.parts.memories.sentWith(parameters)
    return {
      id,
      conversationId,
      parentId,
      role: 'assistant',
      text: '',
      model,
      state: 'streaming',
      error: null,
      usage: null,
      timing: null,
      finishReason: null,
      createdAt: this.parts.clock.now(),
      attachments: [],
      ...(column === undefined ? {} : { column }),
      ...(memories.length === 0 ? {} : { memories }),
    }
  }

  private exchange(conversationId: string, messageIds: readonly string[]): Exchange {
    return {
      conversation: this.parts.reader.conversation(conversationId),
      messages: messageIds.map((id) => this.parts.reader.message(id)),
    }
  }

  /** Returns the exchange to the caller and sends it to every other page. */
  private announce(conversationId: string, messageIds: readonly string[]): Exchange {
    const exchange = this.exchange(conversationId, messageIds)
    this.parts.events.emit('chat.conversation', exchange.conversation)
    for (const message of exchange.messages) this.parts.events.emit('chat.message', message)
    return exchange
  }
}
