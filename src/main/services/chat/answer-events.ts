import type { MediaItem } from '../../../shared/media.ts'
import type { Ports } from '../../platform.ts'
import type { Conversations } from '../../storage/conversations.ts'
import type { Database } from '../../storage/database.ts'
import { attachmentsOf } from '../../storage/message-attachments.ts'
import type { MessageEnd, Messages } from '../../storage/messages.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { AnswerRounds } from './answer-rounds.ts'
import type { AnswerRun } from './answer-run.ts'
import { conversationShape } from './chat-shapes.ts'

export interface AnswerEventsParts extends Pick<Ports, 'events'> {
  readonly database: Database
  readonly conversations: Conversations
  readonly messages: Messages
  readonly keeper: Pick<KeepsAnswers, 'has'>
  readonly rounds: Pick<AnswerRounds, 'foundFor'>
}

/** Notifies the pages of answers that wait, continue and end. */
export class AnswerEvents {
  private readonly parts: AnswerEventsParts

  constructor(parts: AnswerEventsParts) {
    this.parts = parts
  }

  /** Reports the status of a running answer. */
  status({ conversationId, messageId, status, stream, textSoFar: text }: AnswerRun): void {
    this.parts.events.emit('chat.status', { messageId, conversationId, stream, length: text.length, status })
  }

  /** Reports the end of an answer. Never throws, like everything at the end of a run. */
  ended({ conversationId, messageId }: AnswerRun, { text, thinking: _, ...status }: MessageEnd): void {
    this.parts.events.emit('chat.status', {
      messageId,
      conversationId,
      stream: null,
      length: text.length,
      status: { ...status, wait: null, ...this.keptOf(messageId) },
      ...this.paintedIn(messageId),
      ...this.foundFor(messageId),
    })
  }

  /** Reports a conversation whose answer has ended; nothing if it is gone. Throws if the database cannot be read. */
  conversation(conversationId: string, isRunning: boolean): void {
    const { conversations, events, messages } = this.parts
    const conversation = conversations.findConversation(conversationId)
    if (!conversation) return
    const { leafId } = conversation
    const lastState = leafId === null ? null : messages.stateOf(leafId)
    events.emit('chat.conversation', conversationShape(conversation, isRunning, lastState))
  }

  /** Returns `kept` if more than the text of a message's answer is kept. */
  private keptOf(messageId: string): { readonly kept?: true } {
    try {
      return this.parts.keeper.has('chat', messageId) ? { kept: true } : {}
    } catch {
      return {}
    }
  }

  /** Returns the pictures of a message. */
  private paintedIn(messageId: string): { readonly attachments?: readonly MediaItem[] } {
    try {
      const attachments = attachmentsOf(this.parts.database, messageId)
      return attachments.length === 0 ? {} : { attachments }
    } catch {
      return {}
    }
  }

  /** Returns the numbers of the passages that the tools of an answer found. */
  private foundFor(messageId: string): { readonly passages?: readonly number[] } {
    try {
      const passages = this.parts.rounds.foundFor(messageId)
      return passages.length === 0 ? {} : { passages }
    } catch {
      return {}
    }
  }
}
