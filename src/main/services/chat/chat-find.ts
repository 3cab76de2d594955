import { findHitsMax } from '../../../shared/chat-limits.ts'
import { fail } from '../../../shared/errors.ts'
import { folded, textPlaces } from '../../../shared/folded-text.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { withoutThinking } from '../../../shared/thinking.ts'
import type { ContextMessage } from '../../storage/messages.ts'
import { newestFirst } from './branch-steps.ts'
import { type BranchTextParts, presentText } from './branch-text.ts'

type Found = CallOutput<'chat.find'>

/** Finds a text in the shown branch of a conversation, including messages that no page has loaded. */
export class ChatFind {
  private readonly parts: BranchTextParts

  constructor(parts: BranchTextParts) {
    this.parts = parts
  }

  /** Reads from the newest message upwards, so that the newest hits are kept. Throws an AppFailure `not_found`. */
  async findInChat({ conversationId, fromId, text }: CallInput<'chat.find'>): Promise<Found> {
    const { leafId } =
      this.parts.conversations.findConversation(conversationId) ?? fail('not_found', 'no such conversation')
    const sought = folded(text)
    const places: Found['hits'][number][] = []
    // how many of them are in the message that is read, or after it
    let after: number | null = null
    for await (const message of newestFirst(this.parts.messages, leafId)) {
      const starts = this.startsIn(message, sought)
      for (const start of starts.toReversed()) places.push({ messageId: message.id, start })
      if (message.id === fromId) after = places.length
      if (places.length > findHitsMax) return found(places, after ?? findHitsMax)
    }
    return found(places, after ?? 0)
  }

  private startsIn(message: ContextMessage, sought: string): readonly number[] {
    const text = presentText(this.parts, message)
    // older answers and imports begin with the model's thoughts
    const said = message.role === 'user' ? text : withoutThinking(text)
    const before = text.length - said.length
    return textPlaces(said, sought).map(({ start }) => before + start)
  }
}

/** `after`: hits at or after the position of the reader; the oldest of them is shown first. */
function found(places: readonly Found['hits'][number][], after: number): Found {
  const isCut = places.length > findHitsMax
  const hits = places.slice(0, findHitsMax).toReversed()
  return { hits, isCut, at: Math.max(0, hits.length - Math.max(1, after)) }
}
