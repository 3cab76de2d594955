import { editedByUser } from '../../../shared/answer-end.ts'
import type { AttachedFile } from '../../../shared/attached-file.ts'
import { fileTextMax } from '../../../shared/attached-file-limits.ts'
import { type ChatTarget, type Conversation, titleFrom } from '../../../shared/chat.ts'
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
import type { AnswerRequests } from './answer-requests.ts'
import type { AnswerRunner } from './answer-runner.ts'
import { newestLeaf } from './branch-steps.ts'
import type { ChatReader } from './chat-reader.ts'
import { branchSnippet } from './chat-shapes.ts'

type Exchange = CallOutput<'chat.send'>

export interface ChatServiceParts extends Pick<Ports, 'events' | 'clock'> {
  readonly database: Database
  readonly conversations: Conversations
  readonly messages: Messages
  readonly drafts: Drafts
  readonly library: MediaLibrary
  readonly connections: ConnectionsService
  readonly answers: AnswerRunner
  readonly requests: AnswerRequests
  readonly reader: ChatReader
  readonly bin: Bin
  readonly passages: MessagePassages
  readonly files: MessageFiles
  readonly retrievals: Pick<Knowledge['retrievals'], 'takePassages'>
  readonly newId: () => string
  /** Called with a conversation that the user named. */
  readonly onNamed: (conversationId: string) => void
  /** Ends the summary request of a conversation, if one is running. */
  readonly stopSummary: (conversationId: string) => void
}

/** Makes every change to conversations. A message is stored before it is sent. */
export class ChatService {
  private readonly parts: ChatServiceParts

  constructor(parts: ChatServiceParts) {
    this.parts = parts
  }

  sendMessage(input: CallInput<'chat.send'>): Exchange {
    const known = this.parts.requests.messageWithId(input.messageId)
    if (known) return this.parts.requests.saidBefore(known)
    const files = input.files ?? []
    if (input.text.trim() === '' && input.attachments.length === 0 && files.length === 0)
      fail('invalid_input', 'nothing to send')
    this.refuseUnknownConnections([input, ...(input.others ?? []), ...(input.by === undefined ? [] : [input.by])])
    const attachments = input.attachments.map(
      (id) => this.parts.library.findMedia(id) ?? fail('not_found', 'no such picture'),
    )
    for (const file of files) this.refuseUnknownFile(file)
    const passages = [input.retrieval, input.search].flatMap((found) =>
      found === undefined ? [] : this.parts.retrievals.takePassages(found.id, found.passages),
    )
    const existing = this.parts.conversations.findConversation(input.conversationId)
    if (existing) this.parts.requests.refuseWhileRunning(existing.id)
    else if (this.parts.conversations.isDeleted(input.conversationId)) fail('not_found', 'the conversation is deleted')
    const now = this.parts.clock.now()
    const title = titleFrom(input.text) || (files[0]?.name ?? '')
    const conversation: StoredConversation = existing
      ? {
          ...existing,
          // a temporary chat begins without a message
          title: existing.title === '' && existing.leafId === null ? title : existing.title,
          connectionId: input.connectionId,
          model: input.model,
        }
      : {
          id: input.conversationId,
          title,
          connectionId: input.connectionId,
          model: input.model,
          parameters: input.parameters,
          pinned: false,
          createdAt: now,
          activeAt: now,
          snippet: '',
          leafId: null,
          ...(input.folderId === undefined ? {} : { folderId: input.folderId }),
        }
    return this.parts.requests.storeAndRequest({
      conversation,
      isNew: existing === null,
      message: { id: input.messageId, parentId: conversation.leafId, text: input.text, attachments },
      others: input.others ?? [],
      by: input.by,
      draftOf: existing === null ? (input.draftOf ?? null) : conversation.id,
      storeBesides: (id) => {
        // the same passage gets the same number in each branch
        this.parts.passages.addPassages(id, conversation.id, passages)
        this.parts.files.insertFiles(id, files)
      },
    })
  }

  edit(input: CallInput<'chat.edit'>): Exchange {
    const known = this.parts.requests.messageWithId(input.newMessageId)
    if (known) return this.parts.requests.saidBefore(known)
    const old = this.parts.reader.storedMessage(input.messageId)
    if (old.role !== 'user') fail('invalid_input', 'only the person’s own messages can be edited')
    const { files, passages, reader } = this.parts
    const withFiles = files.filesOf(old.id)
    if (input.text.trim() === '' && old.attachments.length === 0 && withFiles.length === 0)
      fail('invalid_input', 'nothing to send')
    this.parts.requests.refuseWhileRunning(old.conversationId)
    const others = input.others ?? []
    this.refuseUnknownConnections(others)
    return this.parts.requests.storeAndRequest({
      conversation: reader.storedConversation(old.conversationId),
      isNew: false,
      message: { id: input.newMessageId, parentId: old.parentId, text: input.text, attachments: old.attachments },
      others,
      storeBesides: (id) => {
        passages.insertPassages(id, passages.passagesOf(old.id))
        files.insertFiles(id, withFiles)
      },
    })
  }

  async editAnswer(input: CallInput<'chat.editAnswer'>): Promise<CallOutput<'chat.open'>> {
    const { limit, messageId, newMessageId, text } = input
    if (this.parts.messages.findMessage(newMessageId) === null) this.storeEdited(messageId, newMessageId, text)
    return await this.select({ messageId: newMessageId, limit })
  }

  /** Tool calls and thoughts stay with the old version: the new one is the user's text alone. */
  private storeEdited(messageId: string, newMessageId: string, text: string): void {
    const { clock, database, events, messages, reader, requests } = this.parts
    const old = reader.storedMessage(messageId)
    if (old.role !== 'assistant' || text.trim() === '') fail('invalid_input', 'no answer, or no text')
    requests.refuseWhileRunning(old.conversationId)
    const { attachments, conversationId, model, parentId } = old
    database.durably(() =>
      messages.insertMessage({
        ...{ id: newMessageId, conversationId, parentId, role: 'assistant', text, model, attachments },
        ...{ state: 'done', error: null, usage: null, timing: null, finishReason: editedByUser },
        createdAt: clock.now(),
      }),
    )
    events.emit('chat.message', reader.message(newMessageId))
  }

  async select({ messageId, limit }: CallInput<'chat.select'>): Promise<CallOutput<'chat.open'>> {
    const message = this.parts.reader.storedMessage(messageId)
    await this.showBranchOf(message)
    return this.parts.reader.openChat({ conversationId: message.conversationId, limit })
  }

  async around(input: CallInput<'chat.around'>): Promise<CallOutput<'chat.around'>> {
    const message = this.parts.reader.storedMessage(input.messageId)
    if (!(await this.parts.reader.isShown(message))) await this.showBranchOf(message)
    return await this.parts.reader.openAt(input)
  }

  updateChat(input: CallInput<'chat.update'>): Conversation {
    const before = this.parts.reader.storedConversation(input.conversationId)
    if (input.connectionId !== undefined && !this.parts.connections.has(input.connectionId)) fail('no_connection')
    this.parts.conversations.updateConversation({
      ...before,
      title: input.title ?? before.title,
      pinned: input.pinned ?? before.pinned,
      connectionId: input.connectionId ?? before.connectionId,
      model: input.model ?? before.model,
      parameters: {
        ...(input.parameters ?? before.parameters),
        // a page may not know yet that a title was requested; for a chat that has a name, none is requested
        ...(before.parameters.titled === true || input.title !== undefined ? { titled: true } : {}),
      },
    })
    if (input.title !== undefined) this.parts.onNamed(input.conversationId)
    return this.emitConversation(input.conversationId)
  }

  async deleteChat({ conversationId }: CallInput<'chat.delete'>): Promise<null> {
    this.parts.reader.storedConversation(conversationId)
    await this.deleteChats([conversationId])
    return null
  }

  /** Stops the answers of conversations, then hides all of them in one transaction. Unknown ids are ignored. */
  async deleteChats(conversationIds: readonly string[]): Promise<void> {
    const { answers, bin, clock, conversations, database, events, stopSummary } = this.parts
    for (const id of conversationIds) stopSummary(id)
    await Promise.all(conversationIds.map(async (id) => await answers.stopConversation(id)))
    const hidden = database.transaction(() =>
      conversationIds.filter((id) => conversations.deleteConversation(id, clock.now())),
    )
    for (const conversationId of hidden) events.emit('chat.removed', { conversationId })
    bin.schedule()
  }

  restoreChat({ conversationId }: CallInput<'chat.restore'>): Conversation {
    if (!this.parts.conversations.restoreConversation(conversationId)) fail('not_found', 'nothing to restore')
    return this.emitConversation(conversationId)
  }

  /** Restores deleted conversations in one transaction. Those that are not deleted are ignored. */
  restoreChats(conversationIds: readonly string[]): void {
    const { conversations, database } = this.parts
    const restored = database.transaction(() => conversationIds.filter((id) => conversations.restoreConversation(id)))
    this.notifyChanged(restored)
  }

  archive({ archived, conversationId }: CallInput<'chat.archive'>): Conversation {
    const { clock, conversations, database, events, reader } = this.parts
    reader.storedConversation(conversationId)
    database.durably(() => conversations.setArchived(conversationId, archived ? clock.now() : null))
    events.emit('history.changed', {})
    return this.emitConversation(conversationId)
  }

  /** Notifies pages of conversations that other code changed. Unknown ids are ignored. */
  notifyChanged(conversationIds: readonly string[]): void {
    for (const id of conversationIds)
      if (this.parts.conversations.findConversation(id) !== null) this.emitConversation(id)
  }

  saveDraft({ conversationId, text }: CallInput<'chat.saveDraft'>): null {
    this.parts.drafts.set(conversationId, text)
    return null
  }

  private async showBranchOf({ id, conversationId }: StoredMessage): Promise<void> {
    const { conversations, events, messages, reader } = this.parts
    let leafId = await newestLeaf(messages, id)
    // a message may be deleted meanwhile
    while (messages.findMessage(leafId) === null) leafId = await newestLeaf(messages, reader.storedMessage(id).id)
    const conversation = reader.storedConversation(conversationId)
    if (leafId === conversation.leafId) return
    // the list and the history show the words of the branch that is shown
    const snippet = branchSnippet(messages, leafId) || conversation.snippet
    conversations.updateConversation({ ...conversation, leafId, snippet })
    // the next message continues from it, whichever page sends it
    events.emit('chat.rearranged', { conversationId })
    if (snippet === conversation.snippet) return
    events.emit('chat.conversation', reader.conversation(conversationId))
    events.emit('history.changed', {})
  }

  private refuseUnknownConnections(targets: readonly Pick<ChatTarget, 'connectionId'>[]): void {
    if (targets.some(({ connectionId }) => !this.parts.connections.has(connectionId))) fail('no_connection')
  }

  private refuseUnknownFile({ length, mediaId, textId }: AttachedFile): void {
    if (length > fileTextMax) fail('invalid_input', 'a file that has to be cut first')
    const text = this.parts.library.findMedia(textId)
    if (text?.mime !== 'text/plain' || this.parts.library.findMedia(mediaId) === null) fail('not_found', 'no such file')
  }

  private emitConversation(conversationId: string): Conversation {
    const conversation = this.parts.reader.conversation(conversationId)
    this.parts.events.emit('chat.conversation', conversation)
    return conversation
  }
}
