import { snippetFrom, titleFrom } from '../../../shared/chat.ts'
import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { TextDocument } from '../../../shared/text-document.ts'
import type { StoredConversation } from '../../storage/conversations.ts'
import type { StoredMessage } from '../../storage/messages.ts'
import type { ChatServiceParts } from './chat-service.ts'

/** The most parts of a document. */
const partsMax = 100_000

export type TextDocumentsParts = Pick<
  ChatServiceParts,
  | 'answers'
  | 'clock'
  | 'connections'
  | 'conversations'
  | 'database'
  | 'drafts'
  | 'events'
  | 'messages'
  | 'newId'
  | 'reader'
  | 'requests'
>

/**
 * Documents that a completing model goes on with. A document is a branch of a conversation, its texts joined, so
 * everything that keeps conversations keeps documents. What stands after the place where a model writes is a message
 * after its answer.
 */
export class TextDocuments {
  private readonly parts: TextDocumentsParts

  constructor(parts: TextDocumentsParts) {
    this.parts = parts
  }

  /** Throws an AppFailure `not_found`. */
  read({ conversationId }: CallInput<'chat.readText'>): TextDocument {
    const { messages, reader } = this.parts
    const { leafId } = reader.storedConversation(conversationId)
    const versions = messages.leaves(conversationId)
    if (leafId === null) return { conversationId, text: '', written: [], newest: null, versions, version: null }
    const texts: string[] = []
    const written: { messageId: string; from: number; to: number }[] = []
    let length = 0
    for (const { id, role, text } of messages.context(leafId, partsMax)) {
      const now = role === 'assistant' ? reader.message(id).text : text
      if (role === 'assistant') written.push({ messageId: id, from: length, to: length + now.length })
      texts.push(now)
      length += now.length
    }
    const last = written.at(-1)
    const newest = last === undefined ? null : { ...last, ...statusOf(reader.message(last.messageId)) }
    return { conversationId, text: texts.join(''), written, newest, versions, version: leafId }
  }

  /**
   * Stores the document and lets the model go on at a place in it. The branch with the longest same beginning goes on;
   * nothing that was stored is changed.
   */
  goOn(input: CallInput<'chat.goOn'>): CallOutput<'chat.goOn'> {
    const { answers, clock, connections, conversations, database, drafts, messages, newId, requests } = this.parts
    const known = requests.known(input.messageId)
    if (known !== null) return this.answerOf(known.conversationId, [known.id])
    const before = input.text.slice(0, input.at)
    const after = input.text.slice(input.at)
    if (before.trim() === '') fail('invalid_input', 'nothing to go on from')
    if (!connections.has(input.connectionId)) fail('no_connection')
    const existing = conversations.find(input.conversationId)
    if (existing === null && conversations.isDeleted(input.conversationId)) fail('not_found', 'the document is deleted')
    if (existing !== null && existing.parameters.text === undefined) fail('invalid_input', 'a chat is no document')
    if (answers.isRunning(input.conversationId)) fail('busy', 'the model still writes')
    answers.keepUnkept()
    const now = clock.now()
    const conversation: StoredConversation = {
      ...(existing ?? {
        id: input.conversationId,
        title: titleFrom(input.text),
        parameters: input.parameters,
        pinned: false,
        createdAt: now,
        leafId: null,
      }),
      connectionId: input.connectionId,
      model: input.model,
      activeAt: now,
      snippet: snippetFrom(input.text),
    }
    const { parentId, rest } = this.placeOf(conversation.leafId, before)
    const message = (part: Pick<StoredMessage, 'id' | 'parentId' | 'role' | 'text' | 'state'>): StoredMessage => ({
      ...part,
      conversationId: conversation.id,
      model: conversation.model,
      error: null,
      usage: null,
      timing: null,
      finishReason: null,
      createdAt: now,
      attachments: [],
      versions: [],
    })
    const own = rest === '' ? null : message({ id: newId(), parentId, role: 'user', text: rest, state: 'done' })
    const answer = message({
      id: input.messageId,
      parentId: own?.id ?? parentId,
      role: 'assistant',
      text: '',
      state: 'streaming',
    })
    const following =
      after === '' ? null : message({ id: newId(), parentId: answer.id, role: 'user', text: after, state: 'done' })
    const stored = [own, answer, following].filter((part) => part !== null)
    database.durably(() => {
      if (existing === null) conversations.insert({ ...conversation, leafId: null })
      for (const part of stored) messages.insert(part)
      conversations.update({ ...conversation, leafId: following?.id ?? answer.id })
      drafts.set(existing === null ? null : conversation.id, '')
      conversations.setArchived(conversation.id, null)
    })
    answers.start(answer.id, conversation.id, '', answer.parentId ?? answer.id)
    const told = this.answerOf(
      conversation.id,
      stored.map(({ id }) => id),
    )
    this.parts.events.emit('chat.conversation', told.conversation)
    for (const part of told.messages) this.parts.events.emit('chat.message', part)
    return told
  }

  /** The last message of the longest part of the shown branch that a text begins with, and what of it comes after. */
  private placeOf(leafId: string | null, before: string): { readonly parentId: string | null; readonly rest: string } {
    let length = 0
    let parentId: string | null = null
    for (const { id, text } of leafId === null ? [] : this.parts.messages.context(leafId, partsMax)) {
      if (!before.startsWith(text, length)) break
      length += text.length
      parentId = id
    }
    return { parentId, rest: before.slice(length) }
  }

  private answerOf(conversationId: string, ids: readonly string[]): CallOutput<'chat.goOn'> {
    const { reader } = this.parts
    return {
      conversation: reader.conversation(conversationId),
      messages: ids.map((id) => reader.message(id)),
      document: this.read({ conversationId }),
    }
  }
}

const statusOf = <S, T>({ status, stream }: { readonly status: S; readonly stream: T }): { status: S; stream: T } => ({
  status,
  stream,
})
