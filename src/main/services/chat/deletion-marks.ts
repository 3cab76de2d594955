import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { ChatPictures } from '../../storage/chat-pictures.ts'
import type { DeletedRest, MarkedMessages } from '../../storage/marked-messages.ts'
import type { ChatPicture, MessageDeletion } from '../../storage/message-deletions.ts'
import type { Steps } from '../../storage/steps.ts'
import { paced } from './paced-steps.ts'

export interface DeletionMarksParts {
  readonly messages: MarkedMessages
  readonly pictures: Pick<ChatPictures, 'first'>
  /** Pauses the search index until the returned function is called. */
  readonly restIndex: () => () => void
}

/**
 * Marks messages for their deletion, and clears the marks, in steps. Yields to the event loop between them. Each method
 * rejects with `app_closed` after `end`; the next start clears the marks that are left.
 */
export class DeletionMarks {
  private readonly parts: DeletionMarksParts
  private readonly ending = new AbortController()

  constructor(parts: DeletionMarksParts) {
    this.parts = parts
  }

  /** Marks the rest of a chat. Returns true if the marked messages have pictures or files. */
  async set(
    { deletionId, messageId, scope }: CallInput<'chat.deleteMessage'>,
    conversationId: string,
  ): Promise<boolean> {
    const { messages } = this.parts
    // the id may be that of a deletion whose undo is still being cleared
    await this.runSteps(messages.unmark(deletionId))
    if (scope === 'one') return messages.havePictures([messageId])
    if (!messages.beginMarking(deletionId, conversationId)) fail('invalid_input', 'the id of another deletion')
    return await this.runSteps(messages.mark(deletionId, messageId))
  }

  /** Clears the marks of a deletion that is not in effect; one in effect is left unchanged. */
  async clear(deletionId: string): Promise<void> {
    await this.whileIndexRests(() => this.runSteps(this.parts.messages.unmark(deletionId)))
  }

  /** Clears the marks of one step. Returns true if none are left. Call it within a transaction. */
  clearFew(deletionId: string): boolean {
    return this.parts.messages.unmark(deletionId).next().done === true
  }

  /** Finds the picture that the history shows for the chat without the messages being deleted. */
  async pictureWithout(
    { deletionId, messageId }: CallInput<'chat.deleteMessage'>,
    conversationId: string,
  ): Promise<string | null> {
    return await this.runSteps(
      this.parts.pictures.first(
        conversationId,
        (message) => message.isVisible && message.id !== messageId && message.deletionId !== deletionId,
      ),
    )
  }

  /** Reads what undoing a deletion would restore, and finds the chat's picture after it. */
  async readUndoState({
    conversationId,
    id,
  }: MessageDeletion): Promise<{ readonly rest: DeletedRest; readonly picture: ChatPicture }> {
    const { messages, pictures } = this.parts
    const rest = await this.runSteps(messages.rest(id))
    if (!rest.hasPictures) return { rest, picture: undefined }
    const all = pictures.first(conversationId, (message) => message.isVisible || message.deletionId === id)
    return { rest, picture: await this.runSteps(all) }
  }

  /** Returns the deletions that are not in effect. */
  unsettled(): ReturnType<MarkedMessages['unsettled']> {
    return this.parts.messages.unsettled()
  }

  /** Pauses the search index during some work, which writes the data that the index would read. */
  async whileIndexRests<T>(work: () => Promise<T>): Promise<T> {
    const indexAgain = this.parts.restIndex()
    try {
      return await work()
    } finally {
      indexAgain()
    }
  }

  /** Ends all work after its current step. */
  endMark(): void {
    this.ending.abort()
  }

  private runSteps<T>(steps: Steps<T>): Promise<T> {
    return paced(steps, this.ending.signal)
  }
}
