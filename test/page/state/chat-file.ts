import type { CallOutput } from '../../../src/shared/ipc/contract.ts'
import type { StoredChat } from './chat-store.ts'

/** A chat as a file of a message, whole; its text is in no library. */
export function chatFile({ conversation, messages }: StoredChat): CallOutput<'files.readChat'> {
  const length = messages.reduce((sum, { text }) => sum + text.length, 0)
  const ids = { mediaId: 'a'.repeat(64), textId: 'b'.repeat(64) }
  const file = { ...ids, name: conversation.title, pages: null, length, tokens: Math.ceil(length / 4), cutFrom: null }
  return { reading: { state: 'read', file }, taken: messages.length, total: messages.length }
}
