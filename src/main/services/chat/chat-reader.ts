import type { ChatTarget, Conversation, Message, MessagePage } from '../../../shared/chat.ts'
import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { Conversations, StoredConversation } from '../../storage/conversations.ts'
import type { Drafts } from '../../storage/drafts.ts'
import type { MessageFiles } from '../../storage/message-files.ts'
import type { MessagePassages } from '../../storage/message-passages.ts'
import type { Messages, StoredMessage } from '../../storage/messages.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { ToolsService } from '../tools/tools-service.ts'
import type { AnswerRunner } from './answer-runner.ts'
import { messageAfter, messagesAfter } from './branch-steps.ts'
import { conversationShape, messageShape } from './chat-shapes.ts'

const noMessages: MessagePage = { messages: [], hasEarlier: false, hasLater: false }

export interface ChatReaderParts {
  readonly conversations: Conversations
  readonly messages: Messages
  readonly drafts: Drafts
  readonly answers: AnswerRunner
  readonly keeper: KeepsAnswers
  readonly tools: Pick<ToolsService, 'callsOf'>
  readonly passages: MessagePassages
  readonly files: MessageFiles
}

/** Read access to conversations. Throws an AppFailure `not_found`. */
export class ChatReader {
  private readonly parts: ChatReaderParts

  constructor(parts: ChatReaderParts) {
    this.parts = parts
  }

  listChats({ folderId, limit, offset, place, query }: CallInput<'chat.list'>): CallOutput<'chat.list'> {
    const page = this.parts.conversations.conversationPage(query.trim(), offset, limit, place, folderId)
    return {
      conversations: page.conversations.map((conversation) => this.shapeOf(conversation)),
      hasMore: page.hasMore,
    }
  }

  openChat({ conversationId, limit }: CallInput<'chat.open'>): CallOutput<'chat.open'> {
    const conversation = this.storedConversation(conversationId)
    return {
      conversation: this.shapeOf(conversation),
      page: conversation.leafId === null ? noMessages : this.messagePage(conversation.leafId, limit, false),
      draft: this.parts.drafts.get(conversation.id),
    }
  }

  /** Opens a conversation around a message of its shown branch. Yields to the event loop. */
  async openAt({ messageId, limit }: CallInput<'chat.around'>): Promise<CallOutput<'chat.around'>> {
    const half = Math.floor(limit / 2)
    const after = await this.idsAfter(messageId, half + 1)
    const last = after[Math.min(after.length, half) - 1] ?? messageId
    const conversation = this.storedConversation(this.storedMessage(messageId).conversationId)
    return {
      conversation: this.shapeOf(conversation),
      page: this.messagePage(last, limit, last !== (after.at(-1) ?? messageId)),
      draft: this.parts.drafts.get(conversation.id),
    }
  }

  earlier({ beforeId, limit }: CallInput<'chat.earlier'>): MessagePage {
    const before = this.storedMessage(beforeId)
    return before.parentId === null ? noMessages : this.messagePage(before.parentId, limit, true)
  }

  /** Returns the messages after a message of the shown branch. Yields to the event loop. */
  async later({ afterId, limit }: CallInput<'chat.later'>): Promise<MessagePage> {
    const after = await this.idsAfter(afterId, limit + 1)
    const count = Math.min(limit, after.length)
    const last = after[count - 1]
    return last === undefined
      ? { ...noMessages, hasEarlier: true }
      : this.messagePage(last, count, count < after.length)
  }

  /** Returns true for a message of the shown branch of its conversation. Yields to the event loop. */
  async isShown(message: StoredMessage): Promise<boolean> {
    const { leafId } = this.storedConversation(message.conversationId)
    return leafId !== null && (await messageAfter(this.parts.messages, message.id, leafId)) !== undefined
  }

  draft({ conversationId }: CallInput<'chat.draft'>): { readonly text: string } {
    return { text: this.parts.drafts.get(conversationId) }
  }

  conversation(id: string): Conversation {
    return this.shapeOf(this.storedConversation(id))
  }

  message(id: string): Message {
    return this.withColumns(this.storedMessage(id))
  }

  storedConversation(id: string): StoredConversation {
    return this.parts.conversations.findConversation(id) ?? fail('not_found', 'no such conversation')
  }

  /** Finds a message of a conversation that is not deleted. */
  storedMessage(id: string): StoredMessage {
    const message = this.parts.messages.findMessage(id) ?? fail('not_found', 'no such message')
    this.storedConversation(message.conversationId)
    return this.parts.answers.asEnded(message)
  }

  /** Resolves to the ids of up to `limit` messages after a message in the shown branch. */
  private async idsAfter(messageId: string, limit: number): Promise<readonly string[]> {
    const { leafId } = this.storedConversation(this.storedMessage(messageId).conversationId)
    return leafId === null ? [] : ((await messagesAfter(this.parts.messages, messageId, leafId, limit)) ?? [])
  }

  private messagePage(lastId: string, limit: number, hasLater: boolean): MessagePage {
    const messages = this.parts.messages.branch(lastId, limit).map((message) => this.withColumns(message))
    const first = messages[0]
    return { messages, hasEarlier: first !== undefined && first.parentId !== null, hasLater }
  }

  private shapeOf(stored: StoredConversation): Conversation {
    const lastState = stored.leafId === null ? null : this.parts.messages.stateOf(stored.leafId)
    return conversationShape(stored, this.parts.answers.isRunning(stored.id), lastState)
  }

  /**
   * Returns the answers of the comparison that a message belongs to, by slot: its own version in its slot, the newest
   * version in the others. Empty for an answer that was requested alone.
   */
  columnsOf({ column, conversationId, id }: StoredMessage): ReadonlyMap<number, StoredMessage> {
    const columns = new Map<number, StoredMessage>()
    if (column === undefined) return columns
    for (const [slot, versions] of this.parts.messages.columns(conversationId, column.comparison)) {
      const shown = slot === column.slot ? id : versions.at(-1)
      const message = shown === undefined ? null : this.parts.messages.findMessage(shown)
      if (message !== null) columns.set(slot, this.parts.answers.asEnded(message))
    }
    return columns
  }

  /**
   * Returns the message that each of several models continues from. It is the answer in the model's own column of the
   * comparison that the given message belongs to, else the given message. A model that is asked alone continues from
   * the given message.
   */
  goesOnFrom(parentId: string | null, targets: readonly ChatTarget[]): readonly (string | null)[] {
    const last = parentId === null || targets.length < 2 ? null : this.parts.messages.findMessage(parentId)
    const columns = last === null ? [] : [...this.columnsOf(last).values()]
    return targets.map(
      ({ connectionId, model }) =>
        columns.find((answer) => answer.column?.connectionId === connectionId && answer.model === model)?.id ??
        parentId,
    )
  }

  /** Returns a message with its slot in a comparison and the answers next to it. */
  private withColumns(stored: StoredMessage): Message {
    const message = this.messageShape(stored)
    if (stored.column === undefined) return message
    const all = this.parts.messages.columns(stored.conversationId, stored.column.comparison)
    const shaped = (one: StoredMessage): Message => {
      const versions = [...(all.get(one.column?.slot ?? -1) ?? [])]
      return one.column === undefined
        ? this.messageShape(one)
        : { ...this.messageShape(one), column: { ...one.column, versions } }
    }
    const columns = [...this.columnsOf(stored).values()].toSorted((a, b) => slotOf(a) - slotOf(b))
    return { ...shaped(stored), beside: columns.filter(({ id }) => id !== stored.id).map(shaped) }
  }

  private messageShape(stored: StoredMessage): Message {
    const shape = messageShape(this.parts.answers.asEnded(stored), this.parts.answers.findRun(stored.id))
    const passages = this.parts.passages.numbersOf(stored.id)
    const message = passages.length > 0 ? { ...shape, passages } : shape
    if (stored.role === 'user') {
      const files = this.parts.files.filesOf(stored.id)
      return files.length > 0 ? { ...message, files } : message
    }
    const calls = this.parts.tools.callsOf(stored.id)
    const withCalls = calls.length > 0 ? { ...message, calls } : message
    return this.parts.keeper.has('chat', stored.id)
      ? { ...withCalls, status: { ...message.status, kept: true } }
      : withCalls
  }
}

function slotOf({ column }: StoredMessage): number {
  return column?.slot ?? 0
}
