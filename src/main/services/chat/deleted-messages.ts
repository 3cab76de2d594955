import type { Parameters } from '../../../shared/chat.ts'
import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { Bin } from '../../jobs/bin.ts'
import { Turns } from '../../media/turns.ts'
import type { Ports } from '../../platform.ts'
import type { Conversations, StoredConversation } from '../../storage/conversations.ts'
import type { Database } from '../../storage/database.ts'
import type { MessageDeletions } from '../../storage/message-deletions.ts'
import type { Messages, StoredMessage } from '../../storage/messages.ts'
import type { AnswerRunner } from './answer-runner.ts'
import { messageAfter, newestLeaf } from './branch-steps.ts'
import type { ChatReader } from './chat-reader.ts'
import { branchSnippet } from './chat-shapes.ts'
import type { Summaries } from './summaries.ts'

type Context = Parameters['context']

export interface DeletedMessagesParts extends Pick<Ports, 'clock' | 'events'> {
  readonly database: Database
  readonly conversations: Conversations
  readonly messages: Messages
  readonly deletions: MessageDeletions
  readonly answers: Pick<AnswerRunner, 'keepUnkept' | 'runningIn'>
  readonly reader: Pick<ChatReader, 'conversation' | 'storedConversation' | 'storedMessage'>
  readonly summaries: Pick<Summaries, 'isRunning'>
  readonly bin: Pick<Bin, 'schedule'>
}

/** The message after one in the shown branch: null where it is the last, undefined where another branch is shown. */
type Next = string | null | undefined

/** The branches around a message that is to be deleted. */
interface Surroundings {
  readonly message: StoredMessage
  readonly leafId: string | null
  readonly next: Next
  /** The answers that were coming. */
  readonly running: readonly string[]
  /** True when one of them comes after the message. */
  readonly isFollowed: boolean
  /** The end of the branch of its neighbour; null without one. */
  readonly neighbourLeaf: string | null
}

/** Deletes messages and versions, and brings them back. Spending keeps its rows: what was paid was paid. */
export class DeletedMessages {
  private readonly parts: DeletedMessagesParts
  /** One change of a chat's tree after another. */
  private readonly turns = new Turns()

  constructor(parts: DeletedMessagesParts) {
    this.parts = parts
  }

  /** The same deletion, repeated, deletes nothing more. Yields to the event loop. */
  async delete(input: CallInput<'chat.deleteMessage'>): Promise<CallOutput<'chat.deleteMessage'>> {
    const { deletions, reader } = this.parts
    const { conversationId } = deletions.find(input.deletionId) ?? reader.storedMessage(input.messageId)
    return await this.turns.take(conversationId, async () => {
      if (deletions.find(input.deletionId) !== null)
        return { conversation: reader.conversation(conversationId), count: 0 }
      for (;;) {
        const surroundings = await this.surroundings(input.messageId)
        // the rest waits for nothing
        if (this.areStill(surroundings)) return this.deleteWithin(input, surroundings)
      }
    })
  }

  /** Looks at the branches around a message, which takes its time where they are long. */
  private async surroundings(messageId: string): Promise<Surroundings> {
    const { answers, messages, reader } = this.parts
    const message = reader.storedMessage(messageId)
    const { leafId } = reader.storedConversation(message.conversationId)
    const running = answers.runningIn(message.conversationId)
    const next = leafId === null ? undefined : await messageAfter(messages, messageId, leafId)
    let isFollowed = false
    for (const id of running) isFollowed ||= (await messageAfter(messages, messageId, id)) !== undefined
    const neighbour = neighbourOf(message)
    const neighbourLeaf = neighbour === undefined ? null : await newestLeaf(messages, neighbour)
    return { message, leafId, running, next, isFollowed, neighbourLeaf }
  }

  /** Returns true while nothing has changed since the look that a deletion depends on. */
  private areStill({ leafId, message, neighbourLeaf, running }: Surroundings): boolean {
    const { answers, messages, reader } = this.parts
    return (
      (neighbourLeaf === null || messages.newestChild(neighbourLeaf) === null) &&
      reader.storedConversation(message.conversationId).leafId === leafId &&
      neighbourOf(reader.storedMessage(message.id)) === neighbourOf(message) &&
      answers.runningIn(message.conversationId).every((id) => running.includes(id))
    )
  }

  private deleteWithin(
    { deletionId, messageId, scope }: CallInput<'chat.deleteMessage'>,
    { isFollowed, message, neighbourLeaf, next }: Surroundings,
  ): CallOutput<'chat.deleteMessage'> {
    const { answers, bin, clock, conversations, database, deletions, messages, reader, summaries } = this.parts
    const { conversationId } = message
    const isReplied = messages.newestChild(messageId) !== null
    if (scope === 'one' && isReplied && message.versions.length > 1)
      fail('invalid_input', 'what follows a version goes with it')
    // a running answer on the same branch, before or after this message
    if (isFollowed) fail('busy', 'an answer is still coming')
    // its place could be deleted, and a summary that was paid for would be shown nowhere
    if (summaries.isRunning(conversationId)) fail('busy', 'a summary is still coming')
    answers.keepUnkept()
    const before = reader.storedConversation(conversationId)
    const isLeafGone = next !== undefined && (scope === 'rest' || before.leafId === messageId)
    const count = database.durably(() => {
      const deleted = scope === 'rest' ? deletions.deleteRest(deletionId, messageId) : 1
      if (scope === 'one') deletions.deleteOne(deletionId, messageId)
      // the branch that is shown without it: of the version before it, else the next, else its parent
      const leafId = isLeafGone ? (neighbourLeaf ?? message.parentId) : before.leafId
      deletions.insert({
        ...{ id: deletionId, conversationId, at: clock.now() },
        ...{ leafBefore: before.leafId, leafAfter: leafId },
      })
      const { context } = before.parameters
      conversations.update(this.shown(before, leafId, scope === 'one' ? movedOn(context, messageId, next) : context))
      return deleted
    })
    bin.schedule()
    return { conversation: this.tell(conversationId), count }
  }

  count(): number {
    return this.parts.deletions.count()
  }

  restore(input: CallInput<'chat.restoreMessages'>): Promise<CallOutput<'chat.restoreMessages'>> {
    return this.turns.take(input.conversationId, async () => this.restoreNow(input))
  }

  private restoreNow({
    conversationId,
    deletionId,
  }: CallInput<'chat.restoreMessages'>): CallOutput<'chat.restoreMessages'> {
    const { conversations, database, deletions, messages, reader } = this.parts
    const before = reader.storedConversation(conversationId)
    const id = deletionId ?? deletions.newestOf(conversationId)
    const deletion = id === null ? null : deletions.find(id)
    if (deletion === null) {
      // the same undo, repeated, or one too late
      if (deletionId !== null) fail('not_found', 'nothing to restore')
      return { conversation: reader.conversation(conversationId), count: 0 }
    }
    if (deletion.conversationId !== conversationId) fail('invalid_input', 'a deletion of another conversation')
    const count = database.durably(() => {
      const restored = deletions.restore(deletion)
      const { leafAfter, leafBefore } = deletion
      // the person may have gone on in another branch since
      const returns = before.leafId === leafAfter && leafBefore !== null && messages.find(leafBefore) !== null
      const end = returns ? leafBefore : (before.leafId ?? messages.leaves(conversationId, 1)[0] ?? null)
      // what hung on a message that is still deleted hangs on the end now
      const leafId = end === null || messages.newestChild(end) === null ? end : messages.newestLeaf(end)
      const { context } = before.parameters
      const chosen = context?.chosenId === undefined ? null : messages.find(context.chosenId)
      conversations.update(this.shown(before, leafId, chosen === null ? context : movedBack(context)))
      return restored
    })
    return { conversation: this.tell(conversationId), count }
  }

  private shown(conversation: StoredConversation, leafId: string | null, context: Context): StoredConversation {
    const { context: _, ...others } = conversation.parameters
    const parameters = context === undefined ? others : { ...others, context }
    if (leafId === conversation.leafId) return { ...conversation, parameters }
    // the list shows no words that are deleted
    return { ...conversation, parameters, leafId, snippet: branchSnippet(this.parts.messages, leafId) }
  }

  private tell(conversationId: string): CallOutput<'chat.deleteMessage'>['conversation'] {
    const { events, reader } = this.parts
    const conversation = reader.conversation(conversationId)
    events.emit('chat.conversation', conversation)
    events.emit('chat.rearranged', { conversationId })
    events.emit('history.changed', {})
    return conversation
  }
}

/** The version that is shown without a message: the one before it, else the next; undefined where it is the only one. */
function neighbourOf({ id, versions }: StoredMessage): string | undefined {
  const at = versions.indexOf(id)
  return versions[at - 1] ?? versions[at + 1]
}

/** Requests that began with a deleted message begin with the one after it. */
function movedOn(context: Context, messageId: string, next: Next): Context {
  if (context?.fromId !== messageId || next === undefined || next === null) return context
  return { ...context, fromId: next, chosenId: context.chosenId ?? messageId }
}

/** They begin again with the message that the person chose. */
function movedBack(context: Context): Context {
  if (context?.chosenId === undefined) return context
  const { chosenId, ...others } = context
  return { ...others, fromId: chosenId }
}
