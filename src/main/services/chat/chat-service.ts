import type { AttachedFile } from '../../../shared/attached-file.ts'
import { fileTextMax } from '../../../shared/attached-file-limits.ts'
import { type Conversation, snippetFrom, titleFrom } from '../../../shared/chat.ts'
import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { Bin } from '../../jobs/bin.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { Conversations, StoredConversation } from '../../storage/conversations.ts'
import type { Database } from '../../storage/database.ts'
import type { Drafts } from '../../storage/drafts.ts'
import type { MessageFiles } from '../../storage/message-files.ts'
import type { MessagePassages } from '../../storage/message-passages.ts'
import type { Messages, StoredMessage } from '../../storage/messages.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { Knowledge } from '../knowledge/index.ts'
import type { AnswerRunner } from './answer-runner.ts'
import type { ChatReader } from './chat-reader.ts'

type Exchange = CallOutput<'chat.send'>

export interface ChatServiceParts extends Pick<Ports, 'events' | 'clock'> {
  readonly database: Database
  readonly conversations: Conversations
  readonly messages: Messages
  readonly drafts: Drafts
  readonly library: MediaLibrary
  readonly connections: ConnectionsService
  readonly answers: AnswerRunner
  readonly reader: ChatReader
  readonly bin: Bin
  readonly passages: MessagePassages
  readonly files: MessageFiles
  readonly retrievals: Pick<Knowledge['retrievals'], 'take'>
  readonly newId: () => string
}

/** Every change to conversations. A message is stored before it is sent. */
export class ChatService {
  private readonly parts: ChatServiceParts

  constructor(parts: ChatServiceParts) {
    this.parts = parts
  }

  send(input: CallInput<'chat.send'>): Exchange {
    const known = this.parts.messages.find(input.messageId)
    if (known) return this.saidBefore(known)
    const files = input.files ?? []
    if (input.text.trim() === '' && input.attachments.length === 0 && files.length === 0)
      fail('invalid_input', 'nothing to send')
    if (!this.parts.connections.has(input.connectionId)) fail('no_connection')
    const attachments = input.attachments.map(
      (id) => this.parts.library.find(id) ?? fail('not_found', 'no such picture'),
    )
    for (const file of files) this.refuseUnknownFile(file)
    const { retrieval } = input
    const passages = retrieval === undefined ? [] : this.parts.retrievals.take(retrieval.id, retrieval.passages)
    const existing = this.parts.conversations.find(input.conversationId)
    if (existing) this.refuseWhileRunning(existing.id)
    else if (this.parts.conversations.isDeleted(input.conversationId)) fail('not_found', 'the conversation is deleted')
    const now = this.parts.clock.now()
    const conversation: StoredConversation = existing
      ? { ...existing, connectionId: input.connectionId, model: input.model }
      : {
          id: input.conversationId,
          title: titleFrom(input.text) || (files[0]?.name ?? ''),
          connectionId: input.connectionId,
          model: input.model,
          parameters: input.parameters,
          pinned: false,
          createdAt: now,
          activeAt: now,
          snippet: '',
          leafId: null,
        }
    return this.say(
      conversation,
      existing === null,
      { id: input.messageId, parentId: conversation.leafId, text: input.text, attachments },
      () => {
        this.parts.passages.add(input.messageId, conversation.id, passages)
        this.parts.files.insert(input.messageId, files)
      },
    )
  }

  edit(input: CallInput<'chat.edit'>): Exchange {
    const known = this.parts.messages.find(input.newMessageId)
    if (known) return this.saidBefore(known)
    const old = this.parts.reader.storedMessage(input.messageId)
    if (old.role !== 'user') fail('invalid_input', 'only the person’s own messages can be edited')
    const { files, passages, reader } = this.parts
    const withFiles = files.of(old.id)
    if (input.text.trim() === '' && old.attachments.length === 0 && withFiles.length === 0)
      fail('invalid_input', 'nothing to send')
    this.refuseWhileRunning(old.conversationId)
    return this.say(
      reader.storedConversation(old.conversationId),
      false,
      { id: input.newMessageId, parentId: old.parentId, text: input.text, attachments: old.attachments },
      () => {
        passages.insert(input.newMessageId, passages.of(old.id))
        files.insert(input.newMessageId, withFiles)
      },
    )
  }

  retry(input: CallInput<'chat.retry'>): Exchange {
    const known = this.parts.messages.find(input.newMessageId)
    if (known) return this.exchange(known.conversationId, [known.id])
    const old = this.parts.reader.storedMessage(input.messageId)
    if (old.role !== 'assistant' || old.parentId === null)
      fail('invalid_input', 'only an answer can be asked for again')
    const conversation = this.parts.reader.storedConversation(old.conversationId)
    this.refuseWhileRunning(conversation.id)
    this.parts.answers.keepUnkept()
    const answer = this.newAnswer(input.newMessageId, conversation, old.parentId)
    this.parts.database.durably(() => {
      this.parts.messages.insert(answer)
      this.parts.conversations.update({ ...conversation, leafId: answer.id, activeAt: this.parts.clock.now() })
    })
    this.parts.answers.start(answer.id, conversation.id, '', old.parentId)
    return this.announce(conversation.id, [answer.id])
  }

  continue({ messageId }: CallInput<'chat.continue'>): Exchange {
    const answer = this.parts.reader.storedMessage(messageId)
    if (this.parts.answers.find(messageId)) return this.exchange(answer.conversationId, [messageId])
    if (answer.role !== 'assistant' || answer.parentId === null)
      fail('invalid_input', 'only an answer can be continued')
    this.refuseWhileRunning(answer.conversationId)
    this.parts.answers.keepUnkept()
    this.parts.database.durably(() => this.parts.messages.resume(messageId))
    // an answer without text cannot be continued, so its question is sent again
    this.parts.answers.start(
      messageId,
      answer.conversationId,
      answer.text,
      answer.text === '' ? answer.parentId : messageId,
    )
    return this.announce(answer.conversationId, [messageId])
  }

  async stop({ messageId }: CallInput<'chat.stop'>): Promise<null> {
    await this.parts.answers.stop(messageId)
    return null
  }

  select({ messageId, limit }: CallInput<'chat.select'>): CallOutput<'chat.open'> {
    const message = this.parts.reader.storedMessage(messageId)
    this.showBranchOf(message)
    return this.parts.reader.open({ conversationId: message.conversationId, limit })
  }

  around(input: CallInput<'chat.around'>): CallOutput<'chat.around'> {
    const message = this.parts.reader.storedMessage(input.messageId)
    if (!this.parts.reader.isShown(message)) this.showBranchOf(message)
    return this.parts.reader.openAt(input)
  }

  update(input: CallInput<'chat.update'>): Conversation {
    const before = this.parts.reader.storedConversation(input.conversationId)
    if (input.connectionId !== undefined && !this.parts.connections.has(input.connectionId)) fail('no_connection')
    this.parts.conversations.update({
      ...before,
      title: input.title ?? before.title,
      pinned: input.pinned ?? before.pinned,
      connectionId: input.connectionId ?? before.connectionId,
      model: input.model ?? before.model,
      parameters: input.parameters ?? before.parameters,
    })
    return this.tell(input.conversationId)
  }

  async delete({ conversationId }: CallInput<'chat.delete'>): Promise<null> {
    this.parts.reader.storedConversation(conversationId)
    await this.parts.answers.stopConversation(conversationId)
    if (this.parts.conversations.delete(conversationId, this.parts.clock.now()))
      this.parts.events.emit('chat.removed', { conversationId })
    this.parts.bin.schedule()
    return null
  }

  restore({ conversationId }: CallInput<'chat.restore'>): Conversation {
    if (!this.parts.conversations.restore(conversationId)) fail('not_found', 'nothing to restore')
    return this.tell(conversationId)
  }

  saveDraft({ conversationId, text }: CallInput<'chat.saveDraft'>): null {
    this.parts.drafts.set(conversationId, text)
    return null
  }

  /** Stores a message and its coming answer, then requests the answer. */
  private say(
    conversation: StoredConversation,
    isNew: boolean,
    said: Pick<StoredMessage, 'id' | 'parentId' | 'text' | 'attachments'>,
    storeBesides: () => void,
  ): Exchange {
    this.parts.answers.keepUnkept()
    const now = this.parts.clock.now()
    const message: Omit<StoredMessage, 'versions'> = {
      ...said,
      conversationId: conversation.id,
      role: 'user',
      model: conversation.model,
      state: 'done',
      error: null,
      usage: null,
      timing: null,
      finishReason: null,
      createdAt: now,
    }
    const answer = this.newAnswer(this.parts.newId(), conversation, message.id)
    this.parts.database.durably(() => {
      if (isNew) this.parts.conversations.insert({ ...conversation, leafId: null })
      this.parts.messages.insert(message)
      storeBesides()
      this.parts.messages.insert(answer)
      this.parts.conversations.update({
        ...conversation,
        leafId: answer.id,
        activeAt: now,
        snippet: snippetFrom(said.text),
      })
      this.parts.drafts.set(isNew ? null : conversation.id, '')
    })
    this.parts.answers.start(answer.id, conversation.id, '', message.id)
    return this.announce(conversation.id, [message.id, answer.id])
  }

  private newAnswer(id: string, conversation: StoredConversation, parentId: string): Omit<StoredMessage, 'versions'> {
    return {
      id,
      conversationId: conversation.id,
      parentId,
      role: 'assistant',
      text: '',
      model: conversation.model,
      state: 'streaming',
      error: null,
      usage: null,
      timing: null,
      finishReason: null,
      createdAt: this.parts.clock.now(),
      attachments: [],
    }
  }

  private showBranchOf({ id, conversationId }: StoredMessage): void {
    const conversation = this.parts.reader.storedConversation(conversationId)
    this.parts.conversations.update({ ...conversation, leafId: this.parts.messages.newestLeaf(id) })
  }

  private refuseUnknownFile({ length, mediaId, textId }: AttachedFile): void {
    if (length > fileTextMax) fail('invalid_input', 'a file that has to be cut first')
    const text = this.parts.library.find(textId)
    if (text?.mime !== 'text/plain' || this.parts.library.find(mediaId) === null) fail('not_found', 'no such file')
  }

  private refuseWhileRunning(conversationId: string): void {
    if (this.parts.answers.isRunning(conversationId)) fail('busy', 'an answer is still coming')
  }

  /** Answer to a repeated call: the message and its newest answer. */
  private saidBefore(known: StoredMessage): Exchange {
    const answer = this.parts.messages.newestChild(known.id)
    return this.exchange(known.conversationId, answer === null ? [known.id] : [known.id, answer])
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

  private tell(conversationId: string): Conversation {
    const conversation = this.parts.reader.conversation(conversationId)
    this.parts.events.emit('chat.conversation', conversation)
    return conversation
  }
}
