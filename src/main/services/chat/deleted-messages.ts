import type { Parameters } from '../../../shared/chat.ts'
import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { Bin } from '../../jobs/bin.ts'
import type { Ports } from '../../platform.ts'
import type { Conversations, StoredConversation } from '../../storage/conversations.ts'
import type { Database } from '../../storage/database.ts'
import type { ChatPicture, MessageDeletions } from '../../storage/message-deletions.ts'
import type { Messages, StoredMessage } from '../../storage/messages.ts'
import { KeyedMutex } from '../../threads/keyed-mutex.ts'
import type { AnswerRunner } from './answer-runner.ts'
import { messageAfter, newestLeaf } from './branch-steps.ts'
import type { ChatReader } from './chat-reader.ts'
import { branchSnippet } from './chat-shapes.ts'
import type { DeletionMarks } from './deletion-marks.ts'
import type { Summaries } from './summaries.ts'

/** Messages of a branch followed within the write that restores them. */
const followedAtOnce = 200

export interface DeletedMessagesParts extends Pick<Ports, 'clock' | 'events'> {
  readonly database: Database
  readonly conversations: Conversations
  readonly messages: Messages
  readonly deletions: MessageDeletions
  readonly marks: DeletionMarks
  readonly answers: Pick<AnswerRunner, 'keepUnkept' | 'runningIn'>
  readonly reader: Pick<ChatReader, 'conversation' | 'storedConversation' | 'storedMessage'>
  readonly summaries: Pick<Summaries, 'isRunning'>
  readonly bin: Pick<Bin, 'schedule'>
}

type Wish = CallInput<'chat.deleteMessage'>

/** The branches around a message to delete. */
interface Surroundings {
  readonly message: StoredMessage
  readonly leafId: string | null
  readonly next: Next
  /** The answers that were still arriving. */
  readonly running: readonly string[]
  /** True if one of them comes after the message. */
  readonly isFollowed: boolean
  /** The end of its neighbour's branch; null without a neighbour. */
  readonly neighbourLeaf: string | null
}

/**
 * Deletes messages and versions, and brings them back. Spending keeps its rows, because those requests were paid for.
 * Long rests of chats are marked in steps, and one durable write puts the deletion into effect. Undoing it is the
 * reverse.
 */
export class DeletedMessages {
  private readonly parts: DeletedMessagesParts
  /** Runs the changes of a chat's tree one after another. */
  private readonly turns = new KeyedMutex()
  private readonly running = new Set<Promise<unknown>>()

  constructor(parts: DeletedMessagesParts) {
    this.parts = parts
  }

  /** Deletes messages. Repeating the same deletion deletes nothing more. Yields to the event loop. */
  async deleteMessages(input: Wish): Promise<CallOutput<'chat.deleteMessage'>> {
    const { deletions, reader } = this.parts
    const { conversationId } = deletions.findDeletion(input.deletionId) ?? reader.storedMessage(input.messageId)
    return await this.turn(conversationId, async () => {
      if (deletions.findDeletion(input.deletionId) !== null)
        return { conversation: reader.conversation(conversationId), count: 0 }
      const surroundings = await this.surroundings(input.messageId)
      this.refuse(input, surroundings)
      try {
        return await this.parts.marks.whileIndexRests(() => this.deleteSoon(input, surroundings))
      } catch (cause) {
        await this.parts.marks.clear(input.deletionId).catch(() => undefined)
        throw cause
      }
    })
  }

  /** Clears the marks of a process that died while it deleted or restored. Never rejects. */
  async recoverDeletions(): Promise<void> {
    const { marks } = this.parts
    await Promise.allSettled(
      marks.unsettled().map(({ conversationId, id }) =>
        this.turn(conversationId, async () => {
          await this.followShown(conversationId)
          await marks.clear(id)
        }),
      ),
    )
  }

  /** Resolves when no more changes run. Remaining marks are cleared at the next start. */
  async close(): Promise<void> {
    this.parts.marks.endMark()
    await Promise.allSettled(this.running)
  }

  private async turn<T>(conversationId: string, work: () => Promise<T>): Promise<T> {
    const turn = this.turns.run(conversationId, work)
    this.running.add(turn)
    try {
      return await turn
    } finally {
      this.running.delete(turn)
    }
  }

  /** Marks the messages to delete, and deletes them when nothing around them changes any more. */
  private async deleteSoon(input: Wish, first: Surroundings): Promise<CallOutput<'chat.deleteMessage'>> {
    const { marks } = this.parts
    let surroundings = first
    const hasPictures = await marks.set(input, surroundings.message.conversationId)
    for (;;) {
      const picture = hasPictures ? await marks.pictureWithout(input, surroundings.message.conversationId) : undefined
      // the rest waits for nothing
      if (this.areStill(surroundings)) return this.deleteWithin(input, surroundings, picture)
      surroundings = await this.surroundings(input.messageId)
    }
  }

  /** Reads the branches around a message, which is slow for long branches. */
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

  /** Returns true if nothing has changed since the deletion was examined. */
  private areStill({ leafId, message, neighbourLeaf, running }: Surroundings): boolean {
    const { answers, messages, reader } = this.parts
    return (
      (neighbourLeaf === null || messages.newestChild(neighbourLeaf) === null) &&
      reader.storedConversation(message.conversationId).leafId === leafId &&
      neighbourOf(reader.storedMessage(message.id)) === neighbourOf(message) &&
      answers.runningIn(message.conversationId).every((id) => running.includes(id))
    )
  }

  /** Checks whether a message can be deleted now. Throws an AppFailure if it cannot. */
  private refuse({ messageId, scope }: Wish, { isFollowed, message }: Surroundings): void {
    const { messages, summaries } = this.parts
    const isReplied = messages.newestChild(messageId) !== null
    if (scope === 'one' && isReplied && message.versions.length > 1)
      fail('invalid_input', 'what follows a version goes with it')
    // a running answer on the same branch, before or after this message
    if (isFollowed) fail('busy', 'an answer is still coming')
    // its place could be deleted, and a summary that was paid for would be shown nowhere
    if (summaries.isRunning(message.conversationId)) fail('busy', 'a summary is still coming')
  }

  private deleteWithin(wish: Wish, surroundings: Surroundings, picture: ChatPicture): CallOutput<'chat.deleteMessage'> {
    this.refuse(wish, surroundings)
    const { answers, bin, clock, conversations, database, deletions, reader } = this.parts
    const { deletionId, messageId, scope } = wish
    const { message, neighbourLeaf, next } = surroundings
    const { conversationId } = message
    answers.keepUnkept()
    const before = reader.storedConversation(conversationId)
    const isLeafGone = next !== undefined && (scope === 'rest' || before.leafId === messageId)
    const count = database.durably(() => {
      // the branch that is shown without it: of the version before it, else the next, else its parent
      const leafId = isLeafGone ? (neighbourLeaf ?? message.parentId) : before.leafId
      const deletion = {
        ...{ id: deletionId, conversationId, at: clock.now() },
        ...{ leafBefore: before.leafId, leafAfter: leafId },
      }
      const { context } = before.parameters
      const shown = this.showBranch(before, leafId, scope === 'one' ? movedOn(context, messageId, next) : context)
      conversations.updateConversation(shown)
      if (scope === 'rest') return deletions.settle(deletion, picture)
      deletions.deleteOne(deletionId, messageId)
      deletions.insertDeletion(deletion, picture)
      return 1
    })
    bin.schedule()
    return { conversation: this.emitConversation(conversationId), count }
  }

  countDeleted(): number {
    return this.parts.deletions.countDeletions()
  }

  /** Resolves when the messages are back. The marks of many are cleared afterwards, in steps. */
  restoreMessages(input: CallInput<'chat.restoreMessages'>): Promise<CallOutput<'chat.restoreMessages'>> {
    return this.turn(input.conversationId, async () => this.restoreNow(input))
  }

  private async restoreNow({
    conversationId,
    deletionId,
  }: CallInput<'chat.restoreMessages'>): Promise<CallOutput<'chat.restoreMessages'>> {
    const { conversations, database, deletions, marks, messages, reader } = this.parts
    reader.storedConversation(conversationId)
    const id = deletionId ?? deletions.newestOf(conversationId)
    const deletion = id === null ? null : deletions.findDeletion(id)
    if (deletion === null) {
      // the same undo, repeated, or one too late
      if (deletionId !== null) fail('not_found', 'nothing to restore')
      return { conversation: reader.conversation(conversationId), count: 0 }
    }
    if (deletion.conversationId !== conversationId) fail('invalid_input', 'a deletion of another conversation')
    const { picture, rest } = await marks.readUndoState(deletion)
    // the bin may have been emptied meanwhile
    if (deletions.findDeletion(deletion.id) === null) fail('not_found', 'nothing to restore')
    const before = reader.storedConversation(conversationId)
    const { count, isCleared } = database.durably(() => {
      const restored = deletions.unsettle(deletion, rest, picture)
      const { leafAfter, leafBefore } = deletion
      // the user may have continued in another branch since
      const returns = before.leafId === leafAfter && leafBefore !== null && messages.findMessage(leafBefore) !== null
      const end = returns ? leafBefore : (before.leafId ?? rest.newest)
      // the children of a message that is still deleted are now children of the end
      const leafId = end === null ? null : messages.newestLeaf(end, followedAtOnce)
      const { context } = before.parameters
      const chosen = context?.chosenId === undefined ? null : messages.findMessage(context.chosenId)
      conversations.updateConversation(this.showBranch(before, leafId, chosen === null ? context : movedBack(context)))
      const isAtEnd = leafId === null || messages.newestChild(leafId) === null
      return { count: restored, isCleared: isAtEnd && marks.clearFew(deletion.id) }
    })
    if (!isCleared) {
      await this.followShown(conversationId)
      // a failure leaves marks that hide nothing, for the next start
      void this.turn(conversationId, () => marks.clear(deletion.id)).catch(() => undefined)
    }
    return { conversation: this.emitConversation(conversationId), count }
  }

  /** Extends the shown branch of a chat to its end, from one of its messages. */
  private async followShown(conversationId: string): Promise<void> {
    const { conversations, messages } = this.parts
    const leafId = conversations.findConversation(conversationId)?.leafId ?? null
    const end = leafId === null ? null : await newestLeaf(messages, leafId)
    const now = conversations.findConversation(conversationId)
    // the user may have chosen another branch meanwhile
    if (now !== null && now.leafId === leafId && end !== leafId)
      conversations.updateConversation(this.showBranch(now, end, now.parameters.context))
  }

  private showBranch(conversation: StoredConversation, leafId: string | null, context: Context): StoredConversation {
    const { context: _, ...others } = conversation.parameters
    const parameters = context === undefined ? others : { ...others, context }
    if (leafId === conversation.leafId) return { ...conversation, parameters }
    // the list shows no words that are deleted
    return { ...conversation, parameters, leafId, snippet: branchSnippet(this.parts.messages, leafId) }
  }

  private emitConversation(conversationId: string): CallOutput<'chat.deleteMessage'>['conversation'] {
    const { events, reader } = this.parts
    const conversation = reader.conversation(conversationId)
    events.emit('chat.conversation', conversation)
    events.emit('chat.rearranged', { conversationId })
    events.emit('history.changed', {})
    return conversation
  }
}

/**
 * Returns the version that replaces a deleted message: the one before it, else the next; undefined if it is the only
 * one.
 */
function neighbourOf({ id, versions }: StoredMessage): string | undefined {
  const at = versions.indexOf(id)
  return versions[at - 1] ?? versions[at + 1]
}

type Context = Parameters['context']

/** The message after a message in the shown branch: null if it is the last, undefined if another branch is shown. */
type Next = string | null | undefined

/** Returns the context after a deletion: requests that began with the deleted message begin with the one after it. */
function movedOn(context: Context, messageId: string, next: Next): Context {
  if (context?.fromId !== messageId || next === undefined || next === null) return context
  return { ...context, fromId: next, chosenId: context.chosenId ?? messageId }
}

/** Restores the message chosen by the user as the beginning of requests. */
function movedBack(context: Context): Context {
  if (context?.chosenId === undefined) return context
  const { chosenId, ...others } = context
  return { ...others, fromId: chosenId }
}
