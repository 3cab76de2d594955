import { type Message, snippetFrom, titleFrom } from '../../../shared/chat.ts'
import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { TextDocument } from '../../../shared/text-document.ts'
import { Pace } from '../../pace.ts'
import { branchEnds } from '../../storage/branch-ends.ts'
import type { StoredConversation } from '../../storage/conversations.ts'
import type { ContextMessage, StoredMessage } from '../../storage/messages.ts'
import { newestFirst } from './branch-steps.ts'
import { presentText } from './branch-text.ts'
import type { ChatServiceParts } from './chat-service.ts'
import { paced } from './paced-steps.ts'

/** Maximum number of parts of a document. */
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

/** Point where a text departs from the stored branch. */
interface Place {
  readonly parentId: string | null
  /** Text after the last message that is the same. */
  readonly rest: string
}

/**
 * Documents that a completion model continues. A document is a branch of a conversation, its texts joined, so
 * everything that keeps conversations keeps documents. Text after the point where a model writes is a message after its
 * answer.
 */
export class TextDocuments {
  private readonly parts: TextDocumentsParts

  constructor(parts: TextDocumentsParts) {
    this.parts = parts
  }

  /** Returns the document of a conversation. Throws an AppFailure `not_found`. Yields to the event loop. */
  async readDocument({ conversationId }: CallInput<'chat.readText'>): Promise<TextDocument> {
    const { database, messages, reader } = this.parts
    for (;;) {
      const { leafId } = reader.storedConversation(conversationId)
      const versions = await paced(branchEnds(database, conversationId))
      const branch = await this.branch(leafId)
      const newestId = branch.findLast(({ role }) => role === 'assistant')?.id
      // another version may be shown by now
      const isShown = reader.storedConversation(conversationId).leafId === leafId
      if (isShown && (newestId === undefined || messages.findMessage(newestId) !== null))
        return { conversationId, ...this.joined(branch, newestId), versions, version: leafId }
    }
  }

  /**
   * Stores the document and lets the model continue at a point in it. Continues the branch with the longest identical
   * beginning; nothing that was stored is changed. Yields to the event loop.
   */
  async continueDocument(input: CallInput<'chat.goOn'>): Promise<CallOutput<'chat.goOn'>> {
    const { events, reader, requests } = this.parts
    const before = input.text.slice(0, input.at)
    for (;;) {
      const known = requests.messageWithId(input.messageId)
      if (known !== null) return await this.answerOf(known.conversationId, [reader.message(known.id)])
      const leafId = this.existing(input)?.leafId ?? null
      const place = await this.placeOf(leafId, before)
      // the same call, or another version, may have arrived meanwhile
      if (requests.messageWithId(input.messageId) !== null || (this.existing(input)?.leafId ?? null) !== leafId)
        continue
      const messages = this.storeAndStart(input, place).map((id) => reader.message(id))
      events.emit('chat.conversation', reader.conversation(input.conversationId))
      for (const message of messages) events.emit('chat.message', message)
      return await this.answerOf(input.conversationId, messages)
    }
  }

  /** Returns the document to continue; null for a new one. Throws an AppFailure if the model cannot continue. */
  private existing(input: CallInput<'chat.goOn'>): StoredConversation | null {
    const { answers, connections, conversations } = this.parts
    if (input.text.slice(0, input.at).trim() === '') fail('invalid_input', 'nothing to go on from')
    if (!connections.has(input.connectionId)) fail('no_connection')
    const existing = conversations.findConversation(input.conversationId)
    if (existing === null && conversations.isDeleted(input.conversationId)) fail('not_found', 'the document is deleted')
    if (existing !== null && existing.parameters.text === undefined) fail('invalid_input', 'a chat is no document')
    if (answers.isRunning(input.conversationId)) fail('busy', 'the model still writes')
    return existing
  }

  /** Stores the new parts of a document, and starts the answer among them. Returns their ids. */
  private storeAndStart(input: CallInput<'chat.goOn'>, { parentId, rest }: Place): readonly string[] {
    const { answers, clock, conversations, database, drafts, messages, newId } = this.parts
    const existing = this.existing(input)
    const after = input.text.slice(input.at)
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
      if (existing === null) conversations.insertConversation({ ...conversation, leafId: null })
      for (const part of stored) messages.insertMessage(part)
      conversations.updateConversation({ ...conversation, leafId: following?.id ?? answer.id })
      drafts.set(existing === null ? null : conversation.id, '')
      conversations.setArchived(conversation.id, null)
    })
    answers.start(answer.id, conversation.id, '', answer.parentId ?? answer.id)
    return stored.map(({ id }) => id)
  }

  /** Finds the last message of the longest part of the shown branch that a text begins with, and the text after it. */
  private async placeOf(leafId: string | null, before: string): Promise<Place> {
    const pace = new Pace()
    let length = 0
    let parentId: string | null = null
    for (const { id, text } of await this.branch(leafId)) {
      if (!before.startsWith(text, length)) break
      length += text.length
      parentId = id
      await pace.yieldIfDue()
    }
    return { parentId, rest: before.slice(length) }
  }

  /** Resolves to the end of the shown branch, oldest first. */
  private async branch(leafId: string | null): Promise<readonly ContextMessage[]> {
    const branch: ContextMessage[] = []
    for await (const message of newestFirst(this.parts.messages, leafId)) {
      branch.push(message)
      if (branch.length === partsMax) break
    }
    return branch.reverse()
  }

  /** Returns the text of a branch. The newest answer is read together with its status, which shows its progress. */
  private joined(
    branch: readonly ContextMessage[],
    newestId: string | undefined,
  ): Pick<TextDocument, 'text' | 'written' | 'newest'> {
    const newest = newestId === undefined ? null : this.parts.reader.message(newestId)
    const texts: string[] = []
    const written: { messageId: string; from: number; to: number }[] = []
    let length = 0
    for (const message of branch) {
      const text = message.id === newest?.id ? newest.text : presentText(this.parts, message)
      if (message.role === 'assistant') written.push({ messageId: message.id, from: length, to: length + text.length })
      texts.push(text)
      length += text.length
    }
    const last = written.at(-1)
    return {
      ...{ text: texts.join(''), written },
      newest: newest === null || last === undefined ? null : { ...last, ...statusOf(newest) },
    }
  }

  private async answerOf(conversationId: string, messages: readonly Message[]): Promise<CallOutput<'chat.goOn'>> {
    const document = await this.readDocument({ conversationId })
    return { conversation: this.parts.reader.conversation(conversationId), messages, document }
  }
}

const statusOf = <S, T>({ status, stream }: { readonly status: S; readonly stream: T }): { status: S; stream: T } => ({
  status,
  stream,
})
