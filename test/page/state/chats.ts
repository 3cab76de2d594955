import { randomUUID } from 'node:crypto'
import {
  type Conversation,
  type Message,
  type MessageStatus,
  snippetFrom,
  titleFrom,
} from '../../../src/shared/chat.ts'
import { defaultParameters } from '../../../src/shared/chat-limits.ts'
import { type AppError, appError } from '../../../src/shared/errors.ts'
import type { Folder } from '../../../src/shared/folders.ts'
import { isTemporaryChat } from '../../../src/shared/temporary-chat.ts'
import { splitThinking } from '../../../src/shared/thinking.ts'
import type { ContractBridge, SomeHandlers } from '../contract-bridge.ts'
import { chatFile } from './chat-file.ts'
import { ChatStore } from './chat-store.ts'
import { connectionId } from './connections.ts'
import type { Files } from './files.ts'
import { headingsOf } from './headings.ts'

const ended: MessageStatus = {
  state: 'done',
  error: null,
  wait: null,
  usage: null,
  timing: null,
  finishReason: 'stop',
}

/**
 * How the model answers: whole; with only the first `after` characters until it is released, or before it is cut off; or
 * with an error.
 */
export type Manner =
  | { readonly is: 'at-once' }
  | { readonly is: 'held' | 'cut'; readonly after: number }
  | { readonly is: 'failing'; readonly error: AppError }

/** Conversations in memory, and a model that repeats what it is told to. */
export class Chats {
  /** Requests to the model, as main would send them to a gateway. */
  readonly requests: { readonly model: string; readonly system: string; readonly text: string }[] = []
  manner: Manner = { is: 'at-once' }
  readonly #emit: ContractBridge['emit']
  readonly #files: Pick<Files, 'itemOf'>
  readonly #store: ChatStore
  readonly #running = new Map<string, { readonly stream: number; readonly rest: string }>()
  #streams = 0
  #folders: readonly Folder[] = []

  constructor(emit: ContractBridge['emit'], files: Pick<Files, 'itemOf'>) {
    this.#files = files
    this.#emit = emit
    this.#store = new ChatStore(emit)
  }

  /** Adds a conversation of alternating questions and answers; returns its id. */
  seed(title: string, texts: readonly string[]): string {
    const conversationId = randomUUID()
    this.#store.create(conversationId, connectionId, 'demo-chat', defaultParameters, title)
    for (const [index, text] of texts.entries())
      this.#store.add(conversationId, index % 2 === 0 ? 'user' : 'assistant', text, ended)
    return conversationId
  }

  /** The messages of the shown branch of the most recently active conversation. */
  messages(): readonly Message[] {
    const [newest] = this.#store.sorted()
    return newest === undefined ? [] : this.#store.branch(newest)
  }

  /** The folder of each conversation, newest first; null for none. */
  filed(): readonly (string | null)[] {
    return this.#store.sorted().map(({ conversation }) => conversation.folderId ?? null)
  }

  /** Lets every held answer arrive whole. Later ones are held again. */
  release(): void {
    for (const messageId of this.#running.keys()) this.#finish(messageId)
  }

  readonly handlers: SomeHandlers = {
    'chat.list': ({ query, offset, limit, place, folderId }) => {
      const found = this.#store
        .sorted()
        .map(({ conversation }) => conversation)
        .filter(({ archived, folderId: filedIn, id, title }) => {
          if (isTemporaryChat(id)) return false
          if (folderId !== undefined && (filedIn ?? null) !== folderId) return false
          const isHere = place === 'all' || (place === 'archive') === (archived === true)
          return isHere && title.toLowerCase().includes(query.toLowerCase())
        })
      return { conversations: found.slice(offset, offset + limit), hasMore: found.length > offset + limit }
    },
    'chat.open': ({ conversationId, limit }) => this.#store.opened(conversationId, limit),
    'chat.earlier': ({ beforeId, limit }) => {
      const branch = this.#store.branch(this.#store.chatOf(beforeId))
      const end = branch.findIndex(({ id }) => id === beforeId)
      const from = Math.max(0, end - limit)
      return { messages: branch.slice(from, end), hasEarlier: from > 0, hasLater: true }
    },
    'temporary.list': () =>
      this.#store
        .sorted()
        .map(({ conversation }) => conversation)
        .filter(({ id }) => isTemporaryChat(id)),
    'temporary.begin': ({ conversationId, model, parameters }) => {
      if (!this.#store.has(conversationId)) this.#store.create(conversationId, connectionId, model, parameters, '')
      return this.#store.change(conversationId, {})
    },
    'chat.questions': ({ conversationId }) =>
      this.#store
        .branch(this.#store.get(conversationId))
        .filter(({ role }) => role === 'user')
        .map(({ id, text, createdAt }) => ({ id, text, createdAt })),
    'chat.headings': ({ conversationId }) => headingsOf(this.#store.branch(this.#store.get(conversationId))),
    'chat.send': (input) => {
      const { conversationId, messageId, model, parameters, text } = input
      if (!this.#store.has(conversationId)) {
        this.#store.create(conversationId, input.connectionId, model, parameters, titleFrom(text))
        this.#store.forget(null)
      }
      this.#store.forget(conversationId)
      this.#store.change(conversationId, { connectionId: input.connectionId, model })
      const question = this.#store.add(conversationId, 'user', text, { ...ended, finishReason: null }, messageId)
      const answer = this.#answer(conversationId, text)
      return { conversation: this.#store.get(conversationId).conversation, messages: [question, answer] }
    },
    'chat.retry': ({ messageId, newMessageId }) => {
      const chat = this.#store.chatOf(messageId)
      const { id } = chat.conversation
      const old = chat.messages.find((message) => message.id === messageId)
      const question = old?.role === 'user' ? old : chat.messages.find((message) => message.id === old?.parentId)
      this.#store.put({ ...chat, lastId: question?.id ?? null })
      const answer = this.#answer(id, question?.text ?? '', newMessageId)
      return { conversation: this.#store.get(id).conversation, messages: [answer] }
    },
    'chat.edit': ({ messageId, newMessageId, text }) => {
      const chat = this.#store.chatOf(messageId)
      const { id } = chat.conversation
      const old = chat.messages.find((message) => message.id === messageId)
      this.#store.put({ ...chat, lastId: old?.parentId ?? null })
      const question = this.#store.add(id, 'user', text, { ...ended, finishReason: null }, newMessageId)
      const answer = this.#answer(id, text)
      return { conversation: this.#store.get(id).conversation, messages: [question, answer] }
    },
    'chat.continue': ({ messageId }) => {
      const chat = this.#store.chatOf(messageId)
      const message = this.#store.message(messageId)
      const question = chat.messages.find(({ id }) => id === message.parentId)
      this.#ask(chat.conversation, question?.text ?? '')
      const stream = ++this.#streams
      const streaming = { ...ended, state: 'streaming', finishReason: null } as const
      this.#store.replace({ ...message, stream, status: streaming })
      this.#run(messageId, stream, answerTo(question?.text ?? '').slice(message.text.length))
      return {
        conversation: this.#store.get(chat.conversation.id).conversation,
        messages: [this.#store.message(messageId)],
      }
    },
    'chat.stop': ({ messageId }) => {
      this.#end(messageId, { ...ended, state: 'stopped', finishReason: null })
      return null
    },
    'chat.select': ({ messageId, limit }) => {
      const chat = this.#store.chatOf(messageId)
      let lastId = messageId
      for (;;) {
        const next = chat.messages.findLast(({ parentId }) => parentId === lastId)
        if (next === undefined) break
        lastId = next.id
      }
      this.#store.put({ ...chat, lastId })
      return this.#store.opened(chat.conversation.id, limit)
    },
    'chat.measure': ({ conversationId }) => {
      const branch = this.#store.has(conversationId) ? this.#store.branch(this.#store.get(conversationId)) : []
      const characters = branch.reduce((sum, { text }) => sum + text.length, 0)
      return { tokens: Math.ceil(characters / 4), messages: branch.length, left: 0, pictures: 0, fit: null }
    },
    'chat.update': ({ conversationId, ...change }) => {
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      return this.#store.change(conversationId, given)
    },
    'chat.archive': ({ conversationId, archived }) => this.#store.archive(conversationId, archived),
    'chat.delete': ({ conversationId }) => this.#store.delete(conversationId),
    'chat.restore': ({ conversationId }) => this.#store.restore(conversationId),
    'history.setArchived': ({ keys, archived }) => {
      for (const { id } of keys) this.#store.archive(id, archived)
      return null
    },
    'history.delete': ({ keys }) => {
      for (const { id } of keys) this.#store.delete(id)
      return null
    },
    'history.restore': ({ keys }) => {
      for (const { id } of keys) this.#store.restore(id)
      return null
    },
    'folders.list': () => this.#folders,
    'folders.put': ({ folder }) => {
      this.#folders = [...this.#folders.filter(({ id }) => id !== folder.id), folder]
      this.#emit('folders.changed', this.#folders)
      return this.#folders
    },
    'folders.move': ({ conversationIds, folderId }) => {
      for (const id of conversationIds) this.#store.file(id, folderId)
      return null
    },
    'chat.deletedMessages': () => ({ count: 0 }),
    'chat.saveDraft': ({ conversationId, text }) => this.#store.keep(conversationId, { text }),
    'chat.draft': ({ conversationId }) => ({ text: this.#store.draft(conversationId).text }),
    'chat.saveDraftPictures': ({ conversationId, pictures }) => {
      const found = pictures.flatMap(({ mediaId, name }) => {
        const item = this.#files.itemOf(mediaId)
        return item === null ? [] : [{ item, name }]
      })
      return this.#store.keep(conversationId, { pictures: found })
    },
    'chat.draftPictures': ({ conversationId }) => this.#store.draft(conversationId).pictures,
    'files.readChat': ({ sourceId }) => chatFile(this.#store.get(sourceId)),
    'files.saveDraft': ({ conversationId, files }) => this.#store.keep(conversationId, { files }),
    'files.draft': ({ conversationId }) => this.#store.draft(conversationId).files,
    'spending.conversation': ({ conversationId }) => {
      const answers = this.#store.get(conversationId).messages.filter(({ role }) => role === 'assistant').length
      return { totals: [], requests: answers, unpriced: answers }
    },
    'answers.kept': () => ({ answers: [], total: 0 }),
    'knowledge.citations': () => [],
  }

  #ask({ model, parameters }: Conversation, text: string): void {
    this.requests.push({ model, system: parameters.system, text })
  }

  #answer(conversationId: string, question: string, id?: string): Message {
    const stream = ++this.#streams
    this.#ask(this.#store.get(conversationId).conversation, question)
    const answer = this.#store.add(
      conversationId,
      'assistant',
      '',
      { ...ended, state: 'streaming', finishReason: null },
      id,
      stream,
    )
    this.#store.change(conversationId, { streaming: true })
    this.#run(answer.id, stream, answerTo(question))
    return answer
  }

  #run(messageId: string, stream: number, rest: string): void {
    const { manner } = this
    const { answer, thinking } = splitThinking(rest, false)
    this.#running.set(messageId, { stream, rest: answer ?? '' })
    // the page hears of the stream by the answer to its call
    setImmediate(() => {
      if (thinking !== null) this.#think(messageId, stream, thinking)
      if (manner.is === 'failing') this.#end(messageId, { ...ended, state: 'failed', error: manner.error })
      else if (manner.is === 'held') this.#arrive(messageId, manner.after)
      else if (manner.is === 'cut') this.#cut(messageId, manner.after)
      else this.#finish(messageId)
    })
  }

  #think(messageId: string, stream: number, text: string): void {
    this.#store.replace({ ...this.#store.message(messageId), thinking: { text, ms: 1, isRunning: false } })
    this.#emit('chat.thinking', { s: stream, at: 0, t: text })
  }

  #cut(messageId: string, after: number): void {
    this.#arrive(messageId, after)
    this.#end(messageId, { ...ended, state: 'interrupted', error: appError('cut_short'), finishReason: null })
  }

  #finish(messageId: string): void {
    this.#arrive(messageId, Number.POSITIVE_INFINITY)
    const { thinking } = this.#store.message(messageId)
    const timing = thinking === undefined ? null : { firstTextMs: 1, totalMs: 1, thinkingMs: 1 }
    this.#end(messageId, { ...ended, timing })
  }

  #arrive(messageId: string, characters: number): void {
    const running = this.#running.get(messageId)
    if (running === undefined) return
    const message = this.#store.message(messageId)
    const text = running.rest.slice(0, characters)
    this.#running.set(messageId, { ...running, rest: running.rest.slice(text.length) })
    this.#store.replace({ ...message, text: message.text + text })
    this.#emit('chat.delta', { s: running.stream, at: message.text.length, t: text })
  }

  #end(messageId: string, status: MessageStatus): void {
    if (!this.#running.delete(messageId)) return
    const { conversationId, text } = this.#store.message(messageId)
    this.#store.replace({ ...this.#store.message(messageId), stream: null, status })
    this.#emit('chat.status', { messageId, conversationId, stream: null, length: text.length, status })
    const isRunning = this.#store.get(conversationId).messages.some(({ id }) => this.#running.has(id))
    this.#store.change(conversationId, { streaming: isRunning, snippet: snippetFrom(text) })
  }
}

function answerTo(question: string): string {
  return /^Repeat exactly: ([\s\S]+)$/.exec(question)?.[1]?.trim() ?? 'Gladly.'
}
