import { findLengthMax } from '../../../../shared/chat-limits.ts'
import { folded } from '../../../../shared/folded-text.ts'
import { call, on } from '../../../platform/bridge/client.ts'
import type { ItemPlace } from '../../../platform/feature.ts'
import { showPanel } from '../../../platform/navigation.ts'
import { chatNow, isTextOpen, useChat } from '../state/chat-store.ts'
import { type Find, findFrom, findHere, findStep, placeAgain, shownHit } from '../state/find.ts'
import { selectionInMessage } from '../state/message-selection.ts'
import { openConversation, openConversationAt } from './chat-actions.ts'
import { focusComposer } from './drafts.ts'

let serial = 0

/** Opens a found conversation, or one of its messages with the hits highlighted. */
export async function openFound({ key, partId, search }: ItemPlace): Promise<void> {
  showPanel('chat')
  endFind()
  if (partId === null) {
    await openConversation(key.id)
    return
  }
  if (!(await showMessage(key.id, partId)) || search === null) return
  serial += 1
  const mine = serial
  const begin = { conversationId: key.id, messageId: partId, ...search }
  showHit(findFrom(begin, [partId], mine))
  const answer = await call('history.hits', { key, text: search.text })
  // loading the other hits does not move the shown one
  const before = useChat.getState().find
  if (answer.ok && before?.serial === mine && before.kind === 'history')
    useChat.setState({ find: { ...findFrom(begin, answer.value.partIds, mine), focus: before.focus } })
}

/** Moves to a hit. `useFind` scrolls to it, so no other code may scroll to the message. */
function showHit(next: Find): void {
  useChat.setState(({ chat }) => ({
    find: next,
    chat: chat.open === null ? chat : { ...chat, open: { ...chat.open, show: null } },
  }))
}

/** Loads a message into the page if it is not there. */
async function showMessage(conversationId: string, messageId: string): Promise<boolean> {
  const { open } = chatNow()
  const there = open?.conversation.id === conversationId && open.messages.some(({ id }) => id === messageId)
  return there || (await openConversationAt(conversationId, messageId))
}

/** Returns true if a search is still the current one. */
function isCurrent({ conversationId, text }: Find): boolean {
  const now = useChat.getState().find
  return now !== null && now.conversationId === conversationId && now.text === text
}

/** Goes to another hit; before main has answered, to the first one. */
export async function stepFind(step: number): Promise<void> {
  const before = useChat.getState().find
  if (before === null) return
  if (before.text !== before.asked) {
    askSoon(0)
    return
  }
  const at = findStep(before, step)
  const messageId = before.hits[at]?.messageId
  if (messageId === undefined || !(await showMessage(before.conversationId, messageId))) return
  const now = useChat.getState().find
  if (now === null || !isCurrent(before)) return
  serial += 1
  anchorId = messageId
  showHit({ ...before, focus: now.focus, at, serial })
}

/** The element that had the focus before the search. */
let returnTo: Element | null = null

/** Ends the search. `focus`: returns the focus to the element that had it before. */
export function endFind(focus = false): void {
  if (useChat.getState().find === null) return
  clearTimeout(timer)
  useChat.setState({ find: null })
  if (!focus) return
  const before = returnTo
  returnTo = null
  if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
  else focusComposer()
}

/**
 * The message at the top of the view when the search began, or the last one stepped to; further typing searches from
 * there.
 */
let anchorId: string | null = null

/** Opens the search field with the text selected in a message; if it is open already, focuses it. */
export function openFind(): void {
  const state = useChat.getState()
  const { open } = state.chat
  if (open === null || isTextOpen(state)) return
  const selected = selectionInMessage()?.text.trim().split('\n')[0]?.slice(0, findLengthMax)
  const before = state.find?.conversationId === open.conversation.id ? state.find : null
  if (before === null) {
    returnTo = document.activeElement
    anchorId = readMessage()
  }
  const isOther = selected !== undefined && selected !== before?.text
  const find = before === null || isOther ? findHere(open.conversation.id, selected ?? '') : before
  serial += 1
  useChat.setState({ find: { ...find, focus: serial } })
  if (find !== before) askSoon(0)
}

/** Returns the id of the message at the top of the view; null without one. */
function readMessage(): string | null {
  const region = document.querySelector('[data-scroller]')
  if (region === null) return null
  const { top } = region.getBoundingClientRect()
  const mounted = [...region.querySelectorAll<HTMLElement>('[data-message]')]
  return mounted.find((element) => element.getBoundingClientRect().bottom > top)?.dataset.message ?? null
}

/** Debounce of the search, in ms. */
const pauseMs = 150
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Handles a changed text in the field. `isComposing`: an input method is in the middle of a word, and nothing is
 * searched.
 */
export function typeFind(text: string, isComposing: boolean): void {
  const before = useChat.getState().find
  if (before === null) return
  if (before.kind === 'history') anchorId = shownHit(before)?.messageId ?? null
  useChat.setState({ find: { ...before, kind: 'here', text } })
  if (isComposing) clearTimeout(timer)
  else askSoon(pauseMs)
}

/** Searches after an input method has finished a word. */
export function composedFind(): void {
  askSoon(pauseMs)
}

function askSoon(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void askOnce(true), ms)
}

let isAsking = false
let next: { readonly isNew: boolean } | null = null

/** Sends one search at a time. `isNew`: the text has changed, so that the first hit is shown. */
async function askOnce(isNew: boolean): Promise<void> {
  if (isAsking) {
    next = { isNew: isNew || next?.isNew === true }
    return
  }
  isAsking = true
  await ask(isNew)
  isAsking = false
  const after = next
  next = null
  if (after !== null) await askOnce(after.isNew)
}

async function ask(isNew: boolean): Promise<void> {
  const before = useChat.getState().find
  if (before === null || before.kind !== 'here') return
  const { conversationId, text } = before
  if (text.trim() === '') {
    useChat.setState({ find: { ...before, asked: text, words: [], hits: [], isCut: false, at: 0 } })
    return
  }
  const answer = await call('chat.find', { conversationId, text, fromId: anchorId })
  const now = useChat.getState().find
  if (now === null || now.kind !== 'here' || !isCurrent(before)) return
  if (!answer.ok) {
    useChat.setState({ find: { ...now, asked: text, hits: [], at: 0 }, actionError: answer.error })
    return
  }
  const { at, hits, isCut } = answer.value
  const again = isNew ? null : placeAgain(now.hits[now.at], hits)
  const found = { ...now, asked: text, words: [folded(text)], hits, isCut, at: again ?? at }
  const shown = shownHit(found)
  if (!isNew || shown === null) {
    useChat.setState({ find: found })
    return
  }
  if (!(await showMessage(conversationId, shown.messageId)) || !isCurrent(found)) return
  serial += 1
  showHit({ ...found, focus: useChat.getState().find?.focus ?? found.focus, serial })
}

/** Searches again after a change of the conversation, without moving the view. */
export function findAgain(conversationId: string): void {
  const find = useChat.getState().find
  if (find?.kind === 'here' && find.conversationId === conversationId && find.asked === find.text) void askOnce(false)
}

/** Keeps the hits up to date, for the lifetime of the page. */
export function followFind(): void {
  on('chat.message', (message) => findAgain(message.conversationId))
  on('chat.rearranged', ({ conversationId }) => findAgain(conversationId))
  on('chat.status', ({ conversationId, stream }) => {
    if (stream === null) findAgain(conversationId)
  })
}
