import {
  type Conversation,
  type Message,
  type MessagePage,
  type Parameters,
  snippetFrom,
  titleFrom,
} from '../../shared/chat.ts'
import { type AppError, appError, fail } from '../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../shared/ipc/contract.ts'
import type { MediaItem } from '../../shared/media.ts'
import { type ChatDelta, streamChat } from '../gateway/chat-stream.ts'
import type { MediaLibrary } from '../media/library.ts'
import type { Clock, EventSink, Fetch, Log } from '../platform.ts'
import type { Conversations, StoredConversation } from '../storage/conversations.ts'
import type { Database } from '../storage/database.ts'
import type { Drafts } from '../storage/drafts.ts'
import type { Journal } from '../storage/journal.ts'
import type { MessageEnd, Messages, StoredMessage } from '../storage/messages.ts'
import { AnswerRun } from './answer-run.ts'
import { contextTurns } from './chat-context.ts'
import type { ConnectionsService } from './connections-service.ts'
import type { SettingsService } from './settings-service.ts'

type Exchange = CallOutput<'chat.send'>
type Opened = CallOutput<'chat.open'>

/** How long a deleted conversation can be restored, in ms. */
const binMs = 30 * 24 * 60 * 60_000

export interface ChatServiceParts {
  readonly database: Database
  readonly conversations: Conversations
  readonly messages: Messages
  readonly journal: Journal
  readonly drafts: Drafts
  readonly library: MediaLibrary
  readonly connections: ConnectionsService
  readonly settings: SettingsService
  readonly events: EventSink
  readonly clock: Clock
  readonly fetch: Fetch
  readonly random: () => number
  readonly log: Log
  readonly newId: () => string
}

/** Conversations: what was said is committed before it is sent, and what comes is kept as it comes. */
export class ChatService {
  private readonly parts: ChatServiceParts
  private readonly runs = new Map<string, AnswerRun>()
  private lastStream = 0

  /** Recovers what a process that died left streaming, and empties the bin of what is past its time. */
  constructor(parts: ChatServiceParts) {
    this.parts = parts
    this.recover()
    parts.conversations.purge(parts.clock.now() - binMs)
  }

  /** How many answers are being received or waited for. */
  get running(): number {
    return this.runs.size
  }

  list({ query, offset, limit }: CallInput<'chat.list'>): CallOutput<'chat.list'> {
    const page = this.parts.conversations.page(query.trim(), offset, limit)
    return {
      conversations: page.conversations.map((conversation) => this.conversation(conversation)),
      hasMore: page.hasMore,
    }
  }

  open({ conversationId, limit }: CallInput<'chat.open'>): Opened {
    return this.opened(this.stored(conversationId), limit)
  }

  earlier({ beforeId, limit }: CallInput<'chat.earlier'>): MessagePage {
    const before = this.parts.messages.find(beforeId) ?? fail('not_found', 'no such message')
    return before.parentId === null ? { messages: [], hasEarlier: false } : this.page(before.parentId, limit)
  }

  send(input: CallInput<'chat.send'>): Exchange {
    const known = this.parts.messages.find(input.messageId)
    if (known) return this.exchange(known.conversationId, [known.id, ...this.childrenOf(known)])
    if (input.text.trim() === '' && input.attachments.length === 0) fail('invalid_input', 'nothing to send')
    if (!this.parts.connections.has(input.connectionId)) fail('no_connection')
    const attachments = input.attachments.map(
      (id) => this.parts.library.find(id) ?? fail('not_found', 'no such picture'),
    )
    const existing = this.parts.conversations.find(input.conversationId)
    if (existing) this.refuseWhileRunning(existing.id)
    const now = this.parts.clock.now()
    const conversation: StoredConversation = existing
      ? { ...existing, connectionId: input.connectionId, model: input.model }
      : {
          id: input.conversationId,
          title: titleFrom(input.text),
          connectionId: input.connectionId,
          model: input.model,
          parameters: input.parameters,
          pinned: false,
          createdAt: now,
          activeAt: now,
          snippet: '',
          leafId: null,
        }
    return this.say(conversation, existing === null, {
      id: input.messageId,
      parentId: conversation.leafId,
      text: input.text,
      attachments,
    })
  }

  edit(input: CallInput<'chat.edit'>): Exchange {
    const known = this.parts.messages.find(input.newMessageId)
    if (known) return this.exchange(known.conversationId, [known.id, ...this.childrenOf(known)])
    const old = this.parts.messages.find(input.messageId) ?? fail('not_found', 'no such message')
    if (old.role !== 'user') fail('invalid_input', 'only the person’s own messages can be edited')
    if (input.text.trim() === '' && old.attachments.length === 0) fail('invalid_input', 'nothing to send')
    const conversation = this.stored(old.conversationId)
    this.refuseWhileRunning(conversation.id)
    return this.say(conversation, false, {
      id: input.newMessageId,
      parentId: old.parentId,
      text: input.text,
      attachments: old.attachments,
    })
  }

  retry(input: CallInput<'chat.retry'>): Exchange {
    const known = this.parts.messages.find(input.newMessageId)
    if (known) return this.exchange(known.conversationId, [known.id])
    const old = this.parts.messages.find(input.messageId) ?? fail('not_found', 'no such message')
    if (old.role !== 'assistant' || old.parentId === null)
      fail('invalid_input', 'only an answer can be asked for again')
    const conversation = this.stored(old.conversationId)
    this.refuseWhileRunning(conversation.id)
    const answer = this.newAnswer(input.newMessageId, conversation, old.parentId)
    this.parts.database.durably(() => {
      this.parts.messages.insert(answer)
      this.parts.conversations.update({ ...conversation, leafId: answer.id, activeAt: this.parts.clock.now() })
    })
    this.start(answer.id, conversation.id, '', old.parentId)
    return this.announce(conversation.id, [answer.id])
  }

  continue({ messageId }: CallInput<'chat.continue'>): Exchange {
    const answer = this.parts.messages.find(messageId) ?? fail('not_found', 'no such message')
    if (this.runs.has(messageId)) return this.exchange(answer.conversationId, [messageId])
    if (answer.role !== 'assistant' || answer.parentId === null)
      fail('invalid_input', 'only an answer can be continued')
    this.refuseWhileRunning(answer.conversationId)
    this.parts.database.durably(() => this.parts.messages.resume(messageId))
    // an answer without text has nothing to go on from: its question is asked again
    this.start(messageId, answer.conversationId, answer.text, answer.text === '' ? answer.parentId : messageId)
    return this.announce(answer.conversationId, [messageId])
  }

  async stop({ messageId }: CallInput<'chat.stop'>): Promise<null> {
    const run = this.runs.get(messageId)
    run?.stop()
    await run?.finished
    return null
  }

  select({ messageId, limit }: CallInput<'chat.select'>): Opened {
    const message = this.parts.messages.find(messageId) ?? fail('not_found', 'no such message')
    const conversation = { ...this.stored(message.conversationId), leafId: this.parts.messages.newestLeaf(messageId) }
    this.parts.conversations.update(conversation)
    return this.opened(conversation, limit)
  }

  update(input: CallInput<'chat.update'>): Conversation {
    const before = this.stored(input.conversationId)
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
    this.stored(conversationId)
    const runs = [...this.runs.values()].filter((run) => run.conversationId === conversationId)
    for (const run of runs) run.stop()
    await Promise.all(runs.map((run) => run.finished))
    if (this.parts.conversations.delete(conversationId, this.parts.clock.now()))
      this.parts.events.emit('chat.removed', { conversationId })
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

  draft({ conversationId }: CallInput<'chat.draft'>): { readonly text: string } {
    return { text: this.parts.drafts.get(conversationId) }
  }

  /** Ends every run, keeping what has come. */
  async close(): Promise<void> {
    const runs = [...this.runs.values()]
    for (const run of runs) run.stop(appError('app_closed'))
    await Promise.all(runs.map((run) => run.finished))
  }

  /** Commits a message and the answer to come, then sends the request. */
  private say(
    conversation: StoredConversation,
    isNew: boolean,
    said: Pick<StoredMessage, 'id' | 'parentId' | 'text' | 'attachments'>,
  ): Exchange {
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
      this.parts.messages.insert(answer)
      this.parts.conversations.update({
        ...conversation,
        leafId: answer.id,
        activeAt: now,
        snippet: snippetFrom(said.text),
      })
      this.parts.drafts.set(isNew ? null : conversation.id, '')
    })
    this.start(answer.id, conversation.id, '', message.id)
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

  private start(messageId: string, conversationId: string, baseText: string, contextEndsWith: string): void {
    this.lastStream += 1
    const run = new AnswerRun({
      messageId,
      conversationId,
      stream: this.lastStream,
      baseText,
      clock: this.parts.clock,
      random: this.parts.random,
      request: (signal) => this.request(conversationId, contextEndsWith, signal),
      journal: (text) => this.parts.journal.append(messageId, text),
      show: (delta) => this.parts.events.emit('chat.delta', delta),
      changed: (changed) => this.tellStatus(changed),
      ended: (ended, end) => this.ended(ended, end),
    })
    this.runs.set(messageId, run)
  }

  private async *request(
    conversationId: string,
    contextEndsWith: string,
    signal: AbortSignal,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    const conversation = this.stored(conversationId)
    const settings = this.parts.settings.get()
    const access = await this.parts.connections.access(conversation.connectionId ?? fail('no_connection'))
    const branch = this.parts.messages.context(contextEndsWith, contextLimit(conversation.parameters))
    const messages = await contextTurns(branch, conversation.parameters, (item: MediaItem) =>
      this.parts.library.read(item),
    )
    yield* streamChat(
      access,
      {
        model: conversation.model,
        messages,
        temperature: conversation.parameters.temperature,
        topP: conversation.parameters.topP,
        maxTokens: conversation.parameters.maxTokens,
        stream: settings.stream,
        stallMs: settings.stallSeconds * 1000,
      },
      { fetch: this.parts.fetch, clock: this.parts.clock, signal },
    )
  }

  private ended(run: AnswerRun, end: MessageEnd): void {
    let kept = end
    try {
      this.parts.database.durably(() => {
        this.parts.messages.end(run.messageId, end)
        this.parts.journal.clear(run.messageId)
        const conversation = this.parts.conversations.find(run.conversationId)
        if (conversation) {
          const snippet = end.text === '' ? conversation.snippet : snippetFrom(end.text)
          this.parts.conversations.update({ ...conversation, snippet, activeAt: this.parts.clock.now() })
        }
      })
    } catch (cause) {
      // what could be journalled is still there and is recovered at the next start
      this.parts.log('error', 'answer could not be kept', { cause: cause instanceof Error ? cause.message : 'unknown' })
      kept = { ...end, state: 'interrupted', error: end.error ?? storageFailure(cause) }
    }
    this.runs.delete(run.messageId)
    this.parts.log('info', 'answer ended', {
      state: kept.state,
      error: kept.error?.code ?? null,
      requestId: kept.error?.requestId ?? null,
    })
    this.parts.events.emit('chat.status', {
      messageId: run.messageId,
      conversationId: run.conversationId,
      stream: null,
      length: kept.text.length,
      status: {
        state: kept.state,
        error: kept.error,
        wait: null,
        usage: kept.usage,
        timing: kept.timing,
        finishReason: kept.finishReason,
      },
    })
    const conversation = this.parts.conversations.find(run.conversationId)
    if (conversation) this.parts.events.emit('chat.conversation', this.conversation(conversation))
  }

  private recover(): void {
    for (const id of this.parts.messages.streaming()) {
      const message = this.parts.messages.find(id)
      if (!message) continue
      const text = message.text + this.parts.journal.read(id)
      this.parts.database.transaction(() => {
        this.parts.messages.end(id, { ...message, text, state: 'interrupted', error: appError('app_closed') })
        this.parts.journal.clear(id)
      })
    }
  }

  private refuseWhileRunning(conversationId: string): void {
    if ([...this.runs.values()].some((run) => run.conversationId === conversationId))
      fail('busy', 'an answer is still coming')
  }

  private stored(conversationId: string): StoredConversation {
    return this.parts.conversations.find(conversationId) ?? fail('not_found', 'no such conversation')
  }

  /** The newest answer below a message, which a repeated call is told again. */
  private childrenOf(message: StoredMessage): readonly string[] {
    const leaf = this.parts.messages.newestLeaf(message.id)
    return leaf === message.id ? [] : [leaf]
  }

  private opened(conversation: StoredConversation, limit: number): Opened {
    return {
      conversation: this.conversation(conversation),
      page: conversation.leafId === null ? { messages: [], hasEarlier: false } : this.page(conversation.leafId, limit),
      draft: this.parts.drafts.get(conversation.id),
    }
  }

  private page(lastId: string, limit: number): MessagePage {
    const messages = this.parts.messages.branch(lastId, limit).map((message) => this.message(message))
    const first = messages[0]
    return { messages, hasEarlier: first !== undefined && first.parentId !== null }
  }

  private exchange(conversationId: string, messageIds: readonly string[]): Exchange {
    return {
      conversation: this.conversation(this.stored(conversationId)),
      messages: messageIds.map((id) =>
        this.message(this.parts.messages.find(id) ?? fail('not_found', 'no such message')),
      ),
    }
  }

  /** Answers the caller and tells every other page. */
  private announce(conversationId: string, messageIds: readonly string[]): Exchange {
    const exchange = this.exchange(conversationId, messageIds)
    this.parts.events.emit('chat.conversation', exchange.conversation)
    for (const message of exchange.messages) this.parts.events.emit('chat.message', message)
    return exchange
  }

  private tell(conversationId: string): Conversation {
    const conversation = this.conversation(this.stored(conversationId))
    this.parts.events.emit('chat.conversation', conversation)
    return conversation
  }

  private tellStatus(run: AnswerRun): void {
    this.parts.events.emit('chat.status', {
      messageId: run.messageId,
      conversationId: run.conversationId,
      stream: run.stream,
      length: run.text.length,
      status: run.status,
    })
  }

  private conversation(stored: StoredConversation): Conversation {
    const { leafId: _, ...conversation } = stored
    return { ...conversation, streaming: [...this.runs.values()].some((run) => run.conversationId === stored.id) }
  }

  private message(stored: StoredMessage): Message {
    const { state, error, usage, timing, finishReason, ...message } = stored
    const run = this.runs.get(stored.id)
    return run
      ? { ...message, text: run.text, stream: run.stream, status: run.status }
      : { ...message, stream: null, status: { state, error, wait: null, usage, timing, finishReason } }
  }
}

/** The branch is cut after failed answers are dropped, so a few more than asked for are read. */
function contextLimit(parameters: Parameters): number {
  return parameters.contextMessages === null ? 100_000 : parameters.contextMessages * 2 + 10
}

function storageFailure(cause: unknown): AppError {
  return cause instanceof Error && 'error' in cause
    ? appError('storage_full', cause.message)
    : appError('internal', 'the answer could not be kept')
}
