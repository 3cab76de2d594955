import type { Message, MessagePage } from '../../../shared/chat.ts'
import type { ToolCall, ToolCallState } from '../../../shared/tools.ts'

/** Main's version of a message, unless the known one is newer because its stream has already ended here. */
function newer(known: Message | undefined, told: Message, ended: readonly number[]): Message {
  if (known === undefined) return told
  const calls = mergedCalls(known.calls, told.calls)
  const merged = calls === told.calls || calls === undefined ? told : { ...told, calls }
  if (told.stream === null || !ended.includes(told.stream)) return merged
  return { ...merged, text: known.text, stream: known.stream, status: known.status }
}

/** A call only ever moves on to a state of a higher number. */
const stages: Readonly<Record<ToolCallState, number>> = {
  waiting: 0,
  asking: 1,
  running: 2,
  done: 3,
  failed: 3,
  denied: 3,
  cancelled: 3,
  unknown: 3,
}

/** The later state of each call: an event can overtake a page that was read before it. */
export function mergedCalls(
  known: readonly ToolCall[] | undefined,
  told: readonly ToolCall[] | undefined,
): readonly ToolCall[] | undefined {
  if (known === undefined || known.length === 0) return told
  const toldIds = new Set(told?.map(({ id }) => id))
  const byId = new Map(known.map((call) => [call.id, call]))
  const merged = (told ?? []).map((call) => {
    const before = byId.get(call.id)
    return before !== undefined && stages[before.state] > stages[call.state] ? before : call
  })
  const missing = known.filter(({ id }) => !toldIds.has(id))
  const isTold = missing.length === 0 && merged.every((call, at) => call === told?.[at])
  return isTold ? told : [...merged, ...missing]
}

/** A message with a call that appeared or changed. */
export function withCall(message: Message, call: ToolCall): Message {
  const calls = message.calls ?? []
  const at = calls.findIndex(({ id }) => id === call.id)
  const before = calls[at]
  if (before === undefined) return { ...message, calls: [...calls, call] }
  return stages[before.state] > stages[call.state] ? message : { ...message, calls: calls.with(at, call) }
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
  if (known.length === 0) return told
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
  const byId = new Map(known.messages.map((message) => [message.id, message]))
  const told = page.messages.map((message) => newer(byId.get(message.id), message, []))
  const index = first === undefined ? -1 : known.messages.findIndex((message) => message.id === first.id)
  if (index <= 0) return { messages: told, hasEarlier: page.hasEarlier, hasLater }
  return { messages: [...known.messages.slice(0, index), ...told], hasEarlier: known.hasEarlier, hasLater }
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
