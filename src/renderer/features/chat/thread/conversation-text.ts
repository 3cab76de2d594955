import type { Message } from '../../../../shared/chat.ts'
import { textOf } from './answer-actions.ts'

/** A conversation as Markdown, for the clipboard. */
export function conversationText(messages: readonly Message[]): string {
  return messages
    .map((message) => (message.role === 'user' ? `> ${textOf(message).replaceAll('\n', '\n> ')}` : textOf(message)))
    .join('\n\n')
}
