import type { Message, MessagePage } from '../../../shared/chat.ts'

/** Main's version of a message, unless the known one is newer because its stream has already ended here. */
function newer(known: Message | undefined, told: Message, ended: readonly number[]): Message {
  if (known === undefined || told.stream === null || !ended.includes(told.stream)) return told
  return { ...told, text: known.text, stream: known.stream, status: known.status }
}

function lastIndexOf(messages: readonly Message[], id: string): number {
  return messages.findLastIndex((message) => message.id === id)
}

/** Replaces a message; returns the same array when it is unknown. */
export function replaceMessage(
  messages: readonly Message[],
  id: string,
  change: (message: Message) => Message,
): readonly Message[] {
  const index = lastIndexOf(messages, id)
  const message = messages[index]
  return message === undefined ? messages : messages.with(index, change(message))
}

/**
 * Inserts a message into its branch: in place if it is known, else after its parent. Messages that followed the parent
 * are dropped, as they belong to another branch.
 * Returns the same array when its parent is not loaded.
 */
export function placeMessage(
  messages: readonly Message[],
  message: Message,
  ended: readonly number[],
): readonly Message[] {
  const index = lastIndexOf(messages, message.id)
  if (index >= 0) return messages.with(index, newer(messages[index], message, ended))
  if (message.parentId === null) return [message]
  const parent = lastIndexOf(messages, message.parentId)
  return parent < 0 ? messages : [...messages.slice(0, parent + 1), message]
}

/** A page from main, without reverting answers that have already ended here. */
export function keptTexts(
  known: readonly Message[],
  told: readonly Message[],
  ended: readonly number[],
): readonly Message[] {
  if (ended.length === 0 || known.length === 0) return told
  const byId = new Map(known.map((message) => [message.id, message]))
  return told.map((message) => newer(byId.get(message.id), message, ended))
}

/** Merges the newest page into the loaded messages; earlier ones stay if they still fit. */
export function mergeReopened(
  known: { readonly messages: readonly Message[]; readonly hasEarlier: boolean },
  page: MessagePage,
): { readonly messages: readonly Message[]; readonly hasEarlier: boolean; readonly hasLater: boolean } {
  const { hasLater } = page
  const first = page.messages[0]
  const index = first === undefined ? -1 : known.messages.findIndex((message) => message.id === first.id)
  if (index <= 0) return { messages: page.messages, hasEarlier: page.hasEarlier, hasLater }
  return { messages: [...known.messages.slice(0, index), ...page.messages], hasEarlier: known.hasEarlier, hasLater }
}

// one constant array, so that selectors see no change
const none: readonly Message[] = []

/** The messages if they reach the end of the branch; none while an earlier part is shown. */
export function endOf(
  open: { readonly messages: readonly Message[]; readonly hasLater: boolean } | null,
): readonly Message[] {
  return open === null || open.hasLater ? none : open.messages
}

/** The person's last message, or undefined. */
export function lastOwn(messages: readonly Message[]): Message | undefined {
  return messages.findLast((message) => message.role === 'user')
}

/** The last answer, or undefined. */
export function lastAnswer(messages: readonly Message[]): Message | undefined {
  return messages.findLast((message) => message.role === 'assistant')
}

/** The answer that is running or waiting for its next attempt, or undefined. */
export function runningAnswer(messages: readonly Message[]): Message | undefined {
  return messages.findLast((message) => message.status.state === 'streaming')
}
