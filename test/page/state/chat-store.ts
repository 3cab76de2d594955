import { randomUUID } from 'node:crypto'
import { type Conversation, type Message, type MessageStatus, snippetFrom } from '../../../src/shared/chat.ts'
import { fail } from '../../../src/shared/errors.ts'
import type { CallInput, CallOutput } from '../../../src/shared/ipc/contract.ts'
import type { ContractBridge } from '../contract-bridge.ts'

type Parameters = Conversation['parameters']
type Draft = CallInput<'files.saveDraft'>['files']
type DraftPictures = CallOutput<'chat.draftPictures'>

/** A conversation with all of its branches; the shown one ends with `lastId`. */
export interface StoredChat {
  readonly conversation: Conversation
  readonly messages: readonly Message[]
  readonly lastId: string | null
}

interface Unsent {
  readonly text: string
  readonly files: NonNullable<Draft>
  readonly pictures: DraftPictures
}

const nothingUnsent: Unsent = { text: '', files: [], pictures: [] }

/** Conversations with their branches and drafts, in memory. */
export class ChatStore {
  readonly #emit: ContractBridge['emit']
  readonly #chats = new Map<string, StoredChat>()
  readonly #binned = new Map<string, StoredChat>()
  readonly #unsent = new Map<string | null, Unsent>()
  #lastTime = 0

  constructor(emit: ContractBridge['emit']) {
    this.#emit = emit
  }

  /** True if there is such a conversation. */
  has(conversationId: string): boolean {
    return this.#chats.has(conversationId)
  }

  /** Stores a conversation without a report. */
  put(chat: StoredChat): void {
    this.#chats.set(chat.conversation.id, chat)
  }

  /** Moves a conversation to the bin and reports it. */
  delete(conversationId: string): null {
    this.#binned.set(conversationId, this.get(conversationId))
    this.#chats.delete(conversationId)
    this.#emit('chat.removed', { conversationId })
    return null
  }

  /** Brings a conversation back from the bin. */
  restore(conversationId: string): Conversation {
    this.put(this.#binned.get(conversationId) ?? fail('not_found'))
    return this.change(conversationId, {})
  }

  /** Moves a conversation to the archive or back. */
  archive(conversationId: string, archived: boolean): Conversation {
    const { archived: _before, ...conversation } = this.get(conversationId).conversation
    return this.change(conversationId, archived ? { archived } : {}, conversation)
  }

  /** Puts a conversation into a folder, or with null out of it. */
  file(conversationId: string, folderId: string | null): void {
    const { folderId: _before, ...conversation } = this.get(conversationId).conversation
    this.change(conversationId, folderId === null ? {} : { folderId }, conversation)
  }

  /** Empties the draft of a conversation. */
  forget(conversationId: string | null): void {
    this.#unsent.delete(conversationId)
  }

  /** Conversations, pinned ones first, then by activity. */
  sorted(): readonly StoredChat[] {
    return [...this.#chats.values()].sort(
      ({ conversation: a }, { conversation: b }) =>
        Number(b.pinned) - Number(a.pinned) || b.activeAt - a.activeAt || b.createdAt - a.createdAt,
    )
  }

  /** Refuses with `not_found`. */
  get(conversationId: string): StoredChat {
    return this.#chats.get(conversationId) ?? fail('not_found', `no conversation ${conversationId}`)
  }

  /** The conversation of a message. Refuses with `not_found`. */
  chatOf(messageId: string): StoredChat {
    const found = [...this.#chats.values()].find(({ messages }) => messages.some(({ id }) => id === messageId))
    return found ?? fail('not_found', `no message ${messageId}`)
  }

  /** A message with the ids of all its versions. */
  message(messageId: string): Message {
    const found = this.chatOf(messageId).messages.find(({ id }) => id === messageId)
    return found === undefined ? fail('not_found') : this.#withVersions(found)
  }

  #withVersions(message: Message): Message {
    const { messages } = this.get(message.conversationId)
    const versions = messages.filter(({ parentId, role }) => parentId === message.parentId && role === message.role)
    return { ...message, versions: versions.map(({ id }) => id) }
  }

  /** The messages of the shown branch, oldest first. */
  branch({ lastId, messages }: StoredChat): readonly Message[] {
    const branch: Message[] = []
    for (let id = lastId; id !== null; ) {
      const message = messages.find((one) => one.id === id)
      if (message === undefined) break
      branch.unshift(this.#withVersions(message))
      id = message.parentId
    }
    return branch
  }

  /** The newest messages of the shown branch, with the draft. */
  opened(conversationId: string, limit: number): CallOutput<'chat.open'> {
    const chat = this.get(conversationId)
    const branch = this.branch(chat)
    return {
      conversation: chat.conversation,
      page: { messages: branch.slice(-limit), hasEarlier: branch.length > limit, hasLater: false },
      draft: this.draft(conversationId).text,
    }
  }

  /** The unsent text, files and pictures of a conversation. */
  draft(conversationId: string | null): Unsent {
    return this.#unsent.get(conversationId) ?? nothingUnsent
  }

  /** Changes what is unsent in a conversation. */
  keep(conversationId: string | null, change: Partial<Unsent>): null {
    this.#unsent.set(conversationId, { ...this.draft(conversationId), ...change })
    return null
  }

  /** Later than every time before, so that the order of the list is known. */
  #now(): number {
    this.#lastTime = Math.max(Date.now(), this.#lastTime + 1)
    return this.#lastTime
  }

  /** Adds an empty conversation. */
  create(id: string, connection: string, model: string, parameters: Parameters, title: string): void {
    const createdAt = this.#now()
    const conversation: Conversation = {
      id,
      title,
      connectionId: connection,
      model,
      parameters,
      pinned: false,
      createdAt,
      activeAt: createdAt,
      snippet: '',
      streaming: false,
    }
    this.#chats.set(id, { conversation, messages: [], lastId: null })
  }

  /** Changes a conversation and reports it. */
  change(id: string, change: Partial<Conversation>, before = this.get(id).conversation): Conversation {
    const conversation = { ...before, ...change }
    this.#chats.set(id, { ...this.get(id), conversation })
    this.#emit('chat.conversation', conversation)
    return conversation
  }

  /** Adds a message after the last one of the shown branch and reports it. */
  add(
    conversationId: string,
    role: Message['role'],
    text: string,
    status: MessageStatus,
    id: string = randomUUID(),
    stream: number | null = null,
  ): Message {
    const chat = this.get(conversationId)
    const message: Message = {
      id,
      conversationId,
      parentId: chat.lastId,
      role,
      text,
      attachments: [],
      model: chat.conversation.model,
      createdAt: this.#now(),
      versions: [id],
      stream,
      status,
    }
    this.#chats.set(conversationId, { ...chat, messages: [...chat.messages, message], lastId: id })
    this.change(conversationId, { activeAt: message.createdAt, snippet: snippetFrom(text, role) })
    const added = this.message(id)
    this.#emit('chat.message', added)
    return added
  }

  /** Replaces a message by its id. */
  replace(message: Message): void {
    const chat = this.get(message.conversationId)
    const messages = chat.messages.map((one) => (one.id === message.id ? message : one))
    this.#chats.set(message.conversationId, { ...chat, messages })
  }
}
