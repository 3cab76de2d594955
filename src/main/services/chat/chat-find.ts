import { setImmediate } from 'node:timers/promises'
import { findHitsMax } from '../../../shared/chat-limits.ts'
import { fail } from '../../../shared/errors.ts'
import { folded, textPlaces } from '../../../shared/folded-text.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { withoutThinking } from '../../../shared/thinking.ts'
import type { Conversations } from '../../storage/conversations.ts'
import type { ContextMessage, Messages } from '../../storage/messages.ts'
import type { AnswerRunner } from './answer-runner.ts'

/** Messages read at a time. */
const stepSize = 200
/** Longest work before others have their turn, in ms. */
const stepMs = 6

export interface ChatFindParts {
  readonly conversations: Conversations
  readonly messages: Messages
  readonly answers: Pick<AnswerRunner, 'find' | 'asEnded'>
}

type Found = CallOutput<'chat.find'>

/** Finds a text in the shown branch of a conversation, also in what no page has loaded. */
export class ChatFind {
  private readonly parts: ChatFindParts

  constructor(parts: ChatFindParts) {
    this.parts = parts
  }

  /** Reads from the newest message upwards, so that the newest hits are kept. Throws an AppFailure `not_found`. */
  async find({ conversationId, fromId, text }: CallInput<'chat.find'>): Promise<Found> {
    const { leafId } = this.parts.conversations.find(conversationId) ?? fail('not_found', 'no such conversation')
    const sought = folded(text)
    const newestFirst: Found['hits'][number][] = []
    // how many of them are in the message that is read, or after it
    let after: number | null = null
    let since = performance.now()
    for (let lastId = leafId; lastId !== null; ) {
      const step = this.parts.messages.context(lastId, stepSize)
      for (const message of step.toReversed()) {
        const starts = this.startsIn(message, sought)
        for (const start of starts.toReversed()) newestFirst.push({ messageId: message.id, start })
        if (message.id === fromId) after = newestFirst.length
        if (newestFirst.length > findHitsMax) return found(newestFirst, after ?? findHitsMax)
        if (performance.now() - since < stepMs) continue
        await setImmediate()
        since = performance.now()
      }
      const first = step[0]
      lastId = first === undefined ? null : this.parts.messages.parentOf(first.id)
    }
    return found(newestFirst, after ?? 0)
  }

  private startsIn({ id, role, text: stored }: ContextMessage, sought: string): readonly number[] {
    if (role === 'user') return textPlaces(stored, sought).map(({ start }) => start)
    const text = this.parts.answers.find(id)?.text ?? this.unkept(id, stored)
    // older answers and imports begin with what the model thought
    const answer = withoutThinking(text)
    const before = text.length - answer.length
    return textPlaces(answer, sought).map(({ start }) => before + start)
  }

  /** The end of an answer may be in memory while the disk is full. */
  private unkept(id: string, stored: string): string {
    if (stored !== '') return stored
    const message = this.parts.messages.find(id)
    return message === null ? stored : this.parts.answers.asEnded(message).text
  }
}

/** `after`: the hits at or after the place that is read; the oldest of them is the first to show. */
function found(newestFirst: readonly Found['hits'][number][], after: number): Found {
  const isCut = newestFirst.length > findHitsMax
  const hits = newestFirst.slice(0, findHitsMax).toReversed()
  return { hits, isCut, at: Math.max(0, hits.length - Math.max(1, after)) }
}
