import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  askEarly,
  changedEarly,
  openConversation,
} from '../../../../../src/renderer/features/chat/actions/chat-actions.ts'
import { emptyChat } from '../../../../../src/renderer/features/chat/state/chat-reducer.ts'
import { chatNow, useChat } from '../../../../../src/renderer/features/chat/state/chat-store.ts'
import type { Message } from '../../../../../src/shared/chat.ts'
import { Main, settle } from '../main-made.ts'
import { conversation, message, streaming } from '../messages-made.ts'

let main: Main

beforeEach(() => {
  main = new Main()
  vi.stubGlobal('window', { bridge: main.bridge })
  main.open()
})
afterEach(() => {
  changedEarly()
  useChat.setState({ chat: emptyChat })
})

/** Main's answer to the question for a chat. */
const endOf = (...messages: readonly Message[]) => ({
  ok: true,
  value: { conversation: conversation('c1'), page: { messages, hasEarlier: false, hasLater: false }, draft: '' },
})
const asked = () => main.inputsOf('chat.open').length

it('reads a chat once, from the press on, and shows it with the click', async () => {
  askEarly('c1')
  expect(asked()).toBe(1)
  await main.answer(0, endOf(message('a')))
  const opening = openConversation('c1')
  await settle()
  expect([await opening, asked(), chatNow().open?.messages.length]).toEqual([true, 1, 1])
})

it('reads a chat again that has changed since the press', async () => {
  askEarly('c1')
  await main.answer(0, endOf(message('a')))
  changedEarly('c1')
  void openConversation('c1')
  expect(asked()).toBe(2)
})

it('reads a chat again in which an answer streams, whose deltas nobody followed', async () => {
  askEarly('c1')
  await main.answer(0, endOf(streaming('a', 1)))
  void openConversation('c1')
  await settle()
  expect(asked()).toBe(2)
})

it('reads a chat again if its first reading failed', async () => {
  askEarly('c1')
  main.breakOff()
  await settle()
  main.open()
  void openConversation('c1')
  await settle()
  expect(asked()).toBe(2)
})

it('asks for no chat that is open', async () => {
  void openConversation('c1')
  await main.answer(0, endOf(message('a')))
  expect(chatNow().open?.conversation.id).toBe('c1')
  askEarly('c1')
  expect(asked()).toBe(1)
})
