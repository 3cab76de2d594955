import { setImmediate } from 'node:timers/promises'
import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { Conversations } from '../../storage/conversations.ts'
import type { Messages } from '../../storage/messages.ts'

/** Messages read at a time, so that other work does not have to wait. */
const stepSize = 200
/** Longest beginning of a message, in characters. */
const excerptMax = 300

/** Lists the user's messages in the shown branch of a conversation. */
export class QuestionList {
  private readonly conversations: Conversations
  private readonly messages: Messages

  constructor(conversations: Conversations, messages: Messages) {
    this.conversations = conversations
    this.messages = messages
  }

  /** Returns the user's messages, oldest first. Throws an AppFailure `not_found`. */
  async readQuestions({ conversationId }: CallInput<'chat.questions'>): Promise<CallOutput<'chat.questions'>> {
    const { leafId } = this.conversations.findConversation(conversationId) ?? fail('not_found', 'no such conversation')
    const newestFirst: { readonly id: string; readonly text: string; readonly createdAt: number }[] = []
    for (let lastId: string | null = leafId; lastId !== null; ) {
      const step: ReturnType<Messages['beginnings']> = this.messages.beginnings(lastId, stepSize, excerptMax)
      for (const { createdAt, id, role, text } of step) if (role === 'user') newestFirst.push({ id, text, createdAt })
      lastId = step.at(-1)?.parentId ?? null
      await setImmediate()
    }
    return newestFirst.reverse()
  }
}
