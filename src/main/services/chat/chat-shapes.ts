import { type Conversation, type Message, type MessageState, snippetFrom } from '../../../shared/chat.ts'
import type { StoredConversation } from '../../storage/conversations.ts'
import type { Messages, StoredMessage } from '../../storage/messages.ts'
import type { AnswerRun } from './answer-run.ts'

/**
 * Returns a conversation in the form that pages receive. `lastState` is the state of the message at the end of its
 * shown branch.
 */
export function conversationShape(
  stored: StoredConversation,
  streaming: boolean,
  lastState: MessageState | null,
): Conversation {
  const { leafId: _, ...conversation } = stored
  const isLost = !streaming && (lastState === 'failed' || lastState === 'interrupted')
  return { ...conversation, streaming, ...(isLost ? { lastAnswer: lastState } : {}) }
}

/**
 * Returns the beginning of the last message with words before the end of a branch, for the list; empty if there is
 * none.
 */
export function branchSnippet(messages: Pick<Messages, 'context'>, leafId: string | null): string {
  const last = leafId === null ? [] : messages.context(leafId, 2)
  const snippets = last.toReversed().map(({ role, text }) => snippetFrom(text, role))
  return snippets.find((words) => words !== '') ?? ''
}

/** Returns a message in the form that pages receive; text and status come from its run while one exists. */
export function messageShape(stored: StoredMessage, run: AnswerRun | null): Message {
  const { column: _, state, error, usage, timing, finishReason, thinking: thought, ...message } = stored
  if (run !== null) {
    const { status, stream, textSoFar: text, thinking } = run
    return { ...message, text, ...(thinking === null ? {} : { thinking }), stream, status }
  }
  const thinking =
    thought === undefined ? {} : { thinking: { text: thought, ms: timing?.thinkingMs ?? null, isRunning: false } }
  return {
    ...message,
    ...thinking,
    stream: null,
    status: { state, error, wait: null, usage, timing, finishReason },
  }
}
