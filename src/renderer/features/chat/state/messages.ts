import type { Message, MessagePage } from '../../../../shared/chat.ts'
import type { ToolCall, ToolCallState } from '../../../../shared/tools.ts'

/** Returns main's version of a message, unless the known one is newer because its stream has already ended here. */
function newer(known: Message | undefined, told: Message, ended: readonly number[]): Message {
  if (known === undefined) return told
  const calls = mergedCalls(known.calls, told.calls)
  const merged = calls === told.calls || calls === undefined ? told : { ...told, calls }
  if (told.stream === null || !ended.includes(told.stream)) return merged
  const { status, stream, text, thinking } = known
  return { ...merged, text, stream, status, ...(thinking === undefined ? {} : { thinking }) }
}

/** Does the same including the parallel answers. `byId` has the known messages, wherever they are. */
function newerWithColumns(byId: ReadonlyMap<string, Message>, told: Message, ended: readonly number[]): Message {
  const message = newer(byId.get(told.id), told, ended)
  if (told.beside === undefined) return message
  return { ...message, beside: told.beside.map((one) => newer(byId.get(one.id), one, ended)) }
}

/** Returns the messages, each followed by its parallel answers. */
export function withBeside(messages: readonly Message[]): readonly Message[] {
  return messages.some(({ beside }) => beside !== undefined)
    ? messages.flatMap((message) => [message, ...(message.beside ?? [])])
    : messages
}

function byIds(messages: readonly Message[]): ReadonlyMap<string, Message> {
  return new Map(withBeside(messages).map((message) => [message.id, message]))
}

/** Returns an answer and its parallel answers, by column. */
export function columnsOf(message: Message): readonly Message[] {
  return [message, ...(message.beside ?? [])].toSorted((a, b) => slotOf(a) - slotOf(b))
}

function slotOf({ column }: Message): number {
  return column?.slot ?? 0
}

/** A call only ever moves to a state with a higher number. */
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

/** Returns the later state of each call: an event can overtake a page that was read before it. */
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

/** Returns a message with a call that appeared or changed. */
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

/** Replaces a message, including a parallel answer; returns the same array if it is unknown. */
export function replaceMessage(
  messages: readonly Message[],
  id: string,
  change: (message: Message) => Message,
): readonly Message[] {
  const index = lastIndexOf(messages, id)
  const message = messages[index]
  if (message !== undefined) return messages.with(index, change(message))
  const at = messages.findLastIndex(({ beside }) => beside?.some((one) => one.id === id))
  const host = messages[at]
  if (host?.beside === undefined) return messages
  return messages.with(at, { ...host, beside: host.beside.map((one) => (one.id === id ? change(one) : one)) })
}

/**
 * Inserts a message into its branch: in place if it is known, else after its parent. Messages that followed the parent
 * are dropped, because they belong to another branch. Returns the same array if its parent is not loaded.
 */
export function placeMessage(
  messages: readonly Message[],
  message: Message,
  ended: readonly number[],
): readonly Message[] {
  const index = lastIndexOf(messages, message.id)
  const known = messages[index]
  if (known !== undefined) return messages.with(index, newerWithColumns(byIds([known]), message, ended))
  const column = placeColumn(messages, message, ended)
  if (column !== null) return column
  if (message.parentId === null) return [message]
  const parent = lastIndexOf(messages, message.parentId)
  return parent < 0 ? messages : [...messages.slice(0, parent + 1), message]
}

/**
 * Inserts an answer of a shown comparison. A version of the shown column replaces it in the branch; one of another
 * column becomes a parallel answer. Null if the comparison is not shown.
 */
function placeColumn(
  messages: readonly Message[],
  message: Message,
  ended: readonly number[],
): readonly Message[] | null {
  const { column } = message
  if (column === undefined) return null
  const at = messages.findLastIndex((other) => other.column?.comparison === column.comparison)
  const host = messages[at]
  if (host === undefined) return null
  const known = byIds([host])
  if (host.column?.slot === column.slot) return [...messages.slice(0, at), newerWithColumns(known, message, ended)]
  const { beside: _, ...alone } = message
  const others = (host.beside ?? []).filter((other) => other.column?.slot !== column.slot)
  const beside = [...others, newer(known.get(message.id), alone, ended)].toSorted((a, b) => slotOf(a) - slotOf(b))
  return messages.with(at, { ...host, beside })
}

/** Returns the messages without one; with `rest`, without all later ones too. The message after it gets its parent. */
export function withoutMessage(messages: readonly Message[], id: string, rest: boolean): readonly Message[] {
  const at = lastIndexOf(messages, id)
  const message = messages[at]
  if (message === undefined) return messages
  const before = messages.slice(0, at)
  const next = messages[at + 1]
  if (rest || next === undefined) return before
  return [...before, { ...next, parentId: message.parentId }, ...messages.slice(at + 2)]
}

/** Returns a page from main, without reverting answers that have already ended here. */
export function keptTexts(
  known: readonly Message[],
  told: readonly Message[],
  ended: readonly number[],
): readonly Message[] {
  if (known.length === 0) return told
  const byId = byIds(known)
  return told.map((message) => newerWithColumns(byId, message, ended))
}

/** Merges the newest page into the loaded messages; earlier ones stay if they still fit. */
export function mergeReopened(
  known: { readonly messages: readonly Message[]; readonly hasEarlier: boolean },
  page: MessagePage,
): { readonly messages: readonly Message[]; readonly hasEarlier: boolean; readonly hasLater: boolean } {
  const { hasLater } = page
  const first = page.messages[0]
  const byId = byIds(known.messages)
  const told = page.messages.map((message) => newerWithColumns(byId, message, []))
  const index = first === undefined ? -1 : known.messages.findIndex((message) => message.id === first.id)
  if (index <= 0) return { messages: told, hasEarlier: page.hasEarlier, hasLater }
  return { messages: [...known.messages.slice(0, index), ...told], hasEarlier: known.hasEarlier, hasLater }
}

// one constant array, so that selectors see no change
const none: readonly Message[] = []

/** Returns the messages if they reach the end of the branch; none while an earlier part is shown. */
export function endOf(
  open: { readonly messages: readonly Message[]; readonly hasLater: boolean } | null,
): readonly Message[] {
  return open === null || open.hasLater ? none : open.messages
}

/** Returns the user's last message, or undefined. */
export function lastOwn(messages: readonly Message[]): Message | undefined {
  return messages.findLast((message) => message.role === 'user')
}

/** Returns the last answer, or undefined. */
export function lastAnswer(messages: readonly Message[]): Message | undefined {
  return messages.findLast((message) => message.role === 'assistant')
}

/** Returns the answers that are running or waiting for their next attempt. */
export function runningAnswers(messages: readonly Message[]): readonly Message[] {
  return withBeside(messages).filter((message) => message.status.state === 'streaming')
}

/** Returns the last running answer, or undefined. */
export function runningAnswer(messages: readonly Message[]): Message | undefined {
  return withBeside(messages).findLast((message) => message.status.state === 'streaming')
}

/** Returns true if an answer follows its question. If `before` is not loaded, it counts as the question. */
export function isReply(before: Message | undefined, answer: Message): boolean {
  return answer.parentId !== null && (before === undefined || before.role === 'user')
}
