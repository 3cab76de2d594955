import { setImmediate } from 'node:timers/promises'
import { type Conversation, type Parameters, snippetFrom } from '../../../shared/chat.ts'
import { beginsAfter } from '../../../shared/context-start.ts'
import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import { beginningOf } from '../../../shared/writing.ts'
import { Pace } from '../../pace.ts'
import type { Ports } from '../../platform.ts'
import type { ConversationCopies } from '../../storage/conversation-copies.ts'
import type { Conversations, StoredConversation } from '../../storage/conversations.ts'
import type { Database } from '../../storage/database.ts'
import type { Messages } from '../../storage/messages.ts'
import type { AnswerRunner } from './answer-runner.ts'
import type { ChatReader } from './chat-reader.ts'

/** Longest time without yielding to the event loop, in ms; well under a frame. */
const stepMs = 3
/** Messages read or removed in one step. */
const stepSize = 200
/** Messages copied by one statement. */
const copiedAtOnce = 25
/** Number of messages from which pages are shown the progress of a copy, and how often in all. */
const toldFrom = 2_000
const toldTimes = 100

export interface ForksParts extends Pick<Ports, 'clock' | 'events'> {
  readonly database: Database
  readonly conversations: Conversations
  readonly messages: Messages
  readonly copies: ConversationCopies
  readonly answers: Pick<AnswerRunner, 'findRun' | 'keepUnkept'>
  readonly reader: Pick<ChatReader, 'conversation' | 'storedConversation' | 'storedMessage'>
  readonly newId: () => string
  /** Pauses the search index until the returned function is called. */
  readonly restIndex: () => () => void
}

/** New conversations from a branch of another. Written hidden, step by step; one durable write shows them. */
export class Forks {
  private readonly parts: ForksParts
  private readonly running = new Map<string, Promise<Conversation>>()
  private readonly stops = new Map<string, AbortController>()
  private readonly ending = new AbortController()

  constructor(parts: ForksParts) {
    this.parts = parts
  }

  /**
   * Copies a branch into a new conversation. Throws an AppFailure: `busy` for an answer that is coming, `not_found`,
   * `cancelled`, or the disk's error.
   */
  async makeFork(wish: CallInput<'chat.fork'>): Promise<Conversation> {
    const { answers, conversations, reader } = this.parts
    const { conversationId, messageId } = wish
    const running = this.running.get(conversationId)
    if (running !== undefined) return await running
    if (conversations.findConversation(conversationId) !== null) return reader.conversation(conversationId)
    const last = reader.storedMessage(messageId)
    if (answers.findRun(messageId) !== null) fail('busy', 'the answer is still coming')
    answers.keepUnkept()
    const made = this.copied(wish, reader.storedConversation(last.conversationId))
    this.running.set(conversationId, made)
    try {
      return await made
    } finally {
      this.running.delete(conversationId)
      this.stops.delete(conversationId)
    }
  }

  /** Ends a copy that is being made; nothing of it stays. Ignores one that is whole or unknown. */
  stop({ conversationId }: CallInput<'chat.stopFork'>): null {
    this.stops.get(conversationId)?.abort()
    return null
  }

  /** Removes the remains of a copy during which the process died. Never rejects. */
  async recoverForks(): Promise<void> {
    for (const id of this.parts.copies.unfinished()) await this.removeCopy(id).catch(() => undefined)
  }

  async close(): Promise<void> {
    this.ending.abort()
    await Promise.allSettled(this.running.values())
  }

  private async copied(
    { conversationId, messageId, title }: CallInput<'chat.fork'>,
    source: StoredConversation,
  ): Promise<Conversation> {
    const { clock, conversations, copies, database, events, newId, reader } = this.parts
    const stop = new AbortController()
    this.stops.set(conversationId, stop)
    const ids = new Map<string, string>()
    const pace = new Pace()
    for (const id of await this.branchOf(messageId)) {
      ids.set(id, newId())
      await pace.yieldIfDue()
    }
    const lastId = ids.get(messageId) ?? fail('not_found', 'no such message')
    const now = clock.now()
    const { archived: _, ...listed } = source
    const copy: StoredConversation = {
      ...listed,
      id: conversationId,
      title,
      parameters: parametersOf(source, ids, { messageId, lastId }),
      pinned: false,
      createdAt: now,
      activeAt: now,
      leafId: null,
    }
    database.transaction(() => {
      // the id may be that of a deleted conversation
      if (conversations.isDeleted(conversationId)) fail('not_found', 'the conversation is deleted')
      copies.beginCopy(copy)
    })
    const indexAgain = this.parts.restIndex()
    try {
      await this.writeCopy(conversationId, [...ids], stop.signal)
      const { role, text } = reader.storedMessage(messageId)
      const snippet = snippetFrom(text, role) || source.snippet
      database.durably(() => copies.showCopy({ ...copy, leafId: lastId, snippet, activeAt: clock.now() }))
    } catch (cause) {
      await this.removeCopy(conversationId).catch(() => undefined)
      throw cause
    } finally {
      indexAgain()
    }
    const conversation = reader.conversation(conversationId)
    events.emit('chat.conversation', conversation)
    return conversation
  }

  /** Resolves to the ids of the branch that ends with a message, oldest first. */
  private async branchOf(messageId: string): Promise<readonly string[]> {
    const steps: (readonly string[])[] = []
    let lastId: string | null = messageId
    while (lastId !== null) {
      const step: readonly string[] = this.parts.messages.branchIds(lastId, stepSize)
      const [first] = step
      if (first === undefined) fail('not_found', 'no such message')
      steps.unshift(step)
      lastId = this.parts.messages.parentOf(first)
      await setImmediate()
    }
    return steps.flat()
  }

  private async writeCopy(
    conversationId: string,
    ids: readonly (readonly [from: string, id: string])[],
    stop: AbortSignal,
  ): Promise<void> {
    const { copies, database, events } = this.parts
    const total = ids.length
    let at = 0
    let told = 0
    while (at < total) {
      if (this.ending.signal.aborted) fail('app_closed')
      if (stop.aborted) fail('cancelled', 'the copy is not wanted any more')
      const until = performance.now() + stepMs
      database.transaction(() => {
        do {
          const from = at
          const step = ids.slice(from, from + copiedAtOnce)
          const wanted = step.map(([source, id], index) => ({
            from: source,
            id,
            conversationId,
            parentId: ids[from + index - 1]?.[1] ?? null,
          }))
          if (!copies.copy(...wanted)) fail('not_found', 'a message is gone')
          at += step.length
        } while (at < total && performance.now() < until)
      })
      if (total >= toldFrom && (at === total || (at - told) * toldTimes >= total)) {
        told = at
        events.emit('chat.forking', { conversationId, done: at, total })
      }
      await setImmediate()
    }
  }

  private async removeCopy(id: string): Promise<void> {
    while (this.parts.copies.removeCopy(id, stepSize)) await setImmediate()
  }
}

/** Returns the parameters of a copy: a request begins with the same message as before, if the branch holds it. */
function parametersOf(
  { id: conversationId, parameters, title }: StoredConversation,
  ids: ReadonlyMap<string, string>,
  { lastId, messageId }: { readonly messageId: string; readonly lastId: string },
): Parameters {
  const { context, ...others } = parameters
  const summary = context?.summary
  const fromId = context === undefined ? undefined : ids.get(context.fromId)
  return {
    ...others,
    ...(fromId === undefined
      ? {}
      : {
          context: {
            fromId,
            ...(context !== undefined && beginsAfter(context) ? { isAfter: true } : {}),
            ...(summary === undefined ? {} : { summary }),
            ...(context?.isCut === true ? { isCut: true } : {}),
          },
        }),
    origin: { conversationId, messageId, title: beginningOf(title, 200), lastId },
  }
}
