import type { Conversation, Message } from '../../../shared/chat.ts'
import type { StoredConversation } from '../../storage/conversations.ts'
import type { StoredMessage } from '../../storage/messages.ts'
import type { AnswerRun } from './answer-run.ts'

/** A conversation in the form that pages receive. */
export function conversationShape(stored: StoredConversation, streaming: boolean): Conversation {
  const { leafId: _, ...conversation } = stored
  return { ...conversation, streaming }
}

/** A message in the form that pages receive; text and status come from its run while one exists. */
export function messageShape(stored: StoredMessage, run: AnswerRun | null): Message {
  const { column: _, state, error, usage, timing, finishReason, thinking: thought, ...message } = stored
  if (run !== null) {
    const { status, stream, text, thinking } = run
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
