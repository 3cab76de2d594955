import type { Parameters } from '../../../shared/chat.ts'
import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { Bin } from '../../jobs/bin.ts'
import type { Ports } from '../../platform.ts'
import type { Conversations, StoredConversation } from '../../storage/conversations.ts'
import type { Database } from '../../storage/database.ts'
import type { MessageDeletions } from '../../storage/message-deletions.ts'
import type { Messages, StoredMessage } from '../../storage/messages.ts'
import type { AnswerRunner } from './answer-runner.ts'
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

/** Deletes messages and versions, and brings them back. Spending keeps its rows: what was paid was paid. */
export class DeletedMessages {
  private readonly parts: DeletedMessagesParts

  constructor(parts: DeletedMessagesParts) {
    this.parts = parts
  }

  /** The same deletion, repeated, deletes nothing more. */
  delete({ deletionId, messageId, scope }: CallInput<'chat.deleteMessage'>): CallOutput<'chat.deleteMessage'> {
    const { answers, bin, clock, conversations, database, deletions, messages, reader, summaries } = this.parts
    const done = deletions.find(deletionId)
    if (done !== null) return { conversation: reader.conversation(done.conversationId), count: 0 }
    const message = reader.storedMessage(messageId)
    const { conversationId } = message
    const isReplied = messages.newestChild(messageId) !== null
    if (scope === 'one' && isReplied && message.versions.length > 1)
      fail('invalid_input', 'what follows a version goes with it')
    // a running answer on the same branch, before or after this message
    for (const running of answers.runningIn(conversationId))
      if (messages.after(messageId, running) !== null) fail('busy', 'an answer is still coming')
    // its place could be deleted, and a summary that was paid for would be shown nowhere
    if (summaries.isRunning(conversationId)) fail('busy', 'a summary is still coming')
    answers.keepUnkept()
    const before = reader.storedConversation(conversationId)
    const isShown = before.leafId !== null && messages.after(messageId, before.leafId) !== null
    const isLeafGone = isShown && (scope === 'rest' || before.leafId === messageId)
    const next = isShown && before.leafId !== null ? messages.after(messageId, before.leafId)?.[0] : undefined
    const count = database.durably(() => {
      const deleted = scope === 'rest' ? deletions.deleteRest(deletionId, messageId) : 1
      if (scope === 'one') deletions.deleteOne(deletionId, messageId)
      const leafId = isLeafGone ? this.leafWithout(message) : before.leafId
      deletions.insert({
        ...{ id: deletionId, conversationId, at: clock.now() },
        ...{ leafBefore: before.leafId, leafAfter: leafId },
      })
      const context = scope === 'one' ? movedOn(before.parameters.context, messageId, next) : before.parameters.context
      conversations.update(this.shown(before, leafId, context))
      return deleted
    })
    bin.schedule()
    return { conversation: this.tell(conversationId), count }
  }

  count(): number {
    return this.parts.deletions.count()
  }

  restore({ conversationId, deletionId }: CallInput<'chat.restoreMessages'>): CallOutput<'chat.restoreMessages'> {
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
      const end = returns ? leafBefore : (before.leafId ?? messages.leaves(conversationId).at(-1) ?? null)
      // what hung on a message that is still deleted hangs on the end now
      const leafId = end === null ? null : messages.newestLeaf(end)
      const { context } = before.parameters
      const chosen = context?.chosenId === undefined ? null : messages.find(context.chosenId)
      conversations.update(this.shown(before, leafId, chosen === null ? context : movedBack(context)))
      return restored
    })
    return { conversation: this.tell(conversationId), count }
  }

  /** The end of the branch that is shown without a message: of the version before it, else the next, else its parent. */
  private leafWithout({ id, parentId, versions }: StoredMessage): string | null {
    const at = versions.indexOf(id)
    const neighbour = versions[at - 1] ?? versions[at + 1]
    return neighbour === undefined ? parentId : this.parts.messages.newestLeaf(neighbour)
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

/** Requests that began with a deleted message begin with the one after it. */
function movedOn(context: Context, messageId: string, next: string | undefined): Context {
  if (context?.fromId !== messageId || next === undefined) return context
  return { ...context, fromId: next, chosenId: context.chosenId ?? messageId }
}

/** They begin again with the message that the person chose. */
function movedBack(context: Context): Context {
  if (context?.chosenId === undefined) return context
  const { chosenId, ...others } = context
  return { ...others, fromId: chosenId }
}
