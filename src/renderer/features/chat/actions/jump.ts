import { create } from 'zustand'
import { call } from '../../../platform/bridge/client.ts'
import { chatNow, useChat } from '../state/chat-store.ts'
import type { HeadingPlace } from '../state/outline-store.ts'
import { openConversationAt } from './chat-actions.ts'

interface Jump {
  readonly messageId: string
  /** A heading of the message to go to; null for its beginning. */
  readonly heading: HeadingPlace | null
  /** Changes with each jump. */
  readonly serial: number
  /** True if the message gets the focus, so that reading continues there. */
  readonly focus: boolean
}

/** The message that the view goes to; `useJump` scrolls there. */
export const useJumpStore = create<{ readonly jump: Jump | null }>(() => ({ jump: null }))

let serial = 0

/**
 * Scrolls a message of the open conversation, or a heading in it, to the top of the view. Loads the message first if
 * necessary.
 */
export async function jumpTo(messageId: string, focus: boolean, heading: HeadingPlace | null = null): Promise<void> {
  const { open } = chatNow()
  if (open === null) return
  const isThere = open.messages.some(({ id }) => id === messageId)
  if (!isThere && !(await openConversationAt(open.conversation.id, messageId))) return
  serial += 1
  // only one of them may scroll
  useChat.setState(({ chat }) => ({
    chat: chat.open === null ? chat : { ...chat, open: { ...chat.open, show: null } },
  }))
  useJumpStore.setState({ jump: { messageId, heading, serial, focus } })
}

/** How far below the top a question may be and still count as the current one, in px. */
const slack = 40

/**
 * Returns the index of the current question: the last one at or above the top of the view, else -1. `tops` are the
 * distances from there in px.
 */
export function readIndex(tops: readonly number[]): number {
  return tops.findLastIndex((top) => top <= slack)
}

/** Returns the id of the user's message whose exchange is at the top of the view; null before the first. */
export function readQuestion(): string | null {
  const region = document.querySelector('[data-scroller]')
  const messages = chatNow().open?.messages ?? []
  if (region === null) return null
  const { top } = region.getBoundingClientRect()
  const mounted = [...region.querySelectorAll<HTMLElement>('[data-message]')]
  const tops = mounted.map((element) => element.getBoundingClientRect().top - top)
  // if the first mounted message begins further down, the one before it is being read
  const first = mounted[readIndex(tops)] ?? mounted[0]
  const at = messages.findIndex(({ id }) => id === first?.dataset.message)
  const isBefore = readIndex(tops) < 0
  return messages.slice(0, isBefore ? at : at + 1).findLast(({ role }) => role === 'user')?.id ?? null
}

/** Moves to the question before (-1) or after (1) the current one. */
export async function stepQuestion(step: -1 | 1): Promise<void> {
  const { open } = chatNow()
  if (open === null) return
  const reading = readQuestion()
  const answer = await call('chat.questions', { conversationId: open.conversation.id })
  if (!answer.ok || chatNow().open?.conversation.id !== open.conversation.id) return
  const ids = answer.value.map(({ id }) => id)
  const at = reading === null ? -1 : ids.indexOf(reading)
  // from within a long answer, back leads to its own question
  const isAtTop = reading !== null && isAtTheTop(reading)
  const next = step === 1 ? at + 1 : isAtTop ? at - 1 : at
  const id = ids[Math.max(0, next)]
  if (id !== undefined) await jumpTo(id, false)
}

function isAtTheTop(messageId: string): boolean {
  const region = document.querySelector('[data-scroller]')
  const element = region?.querySelector(`[data-message="${CSS.escape(messageId)}"]`)
  if (region === null || element == null) return false
  return Math.abs(element.getBoundingClientRect().top - region.getBoundingClientRect().top) <= slack
}
