import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type ComposerFile,
  useComposerFiles,
} from '../../../../../src/renderer/features/chat/actions/composer-files.ts'
import { draftTyped, registerComposer } from '../../../../../src/renderer/features/chat/actions/drafts.ts'
import {
  cancelLateSend,
  changeRestMs,
  isHeldBack,
  lateSendChanged,
  useLateSend,
} from '../../../../../src/renderer/features/chat/actions/late-send.ts'
import { emptyChat } from '../../../../../src/renderer/features/chat/state/chat-reducer.ts'
import { useChat } from '../../../../../src/renderer/features/chat/state/chat-store.ts'
import type { Message } from '../../../../../src/shared/chat.ts'
import { conversation, message, streaming } from '../messages-made.ts'

const reading: ComposerFile = { key: 'a', name: 'tides.pdf', file: null, refusal: null, source: null }
const file = { mediaId: 'm', textId: 't', name: 'tides.pdf', pages: null, length: 10, tokens: 3, cutFrom: null }
const read: ComposerFile = { ...reading, file }

let text = 'When is high tide?'
let isComposing = false
let close: () => void

function setFiles(...files: readonly ComposerFile[]): void {
  useComposerFiles.setState({ lists: { [useChat.getState().newId]: files } })
}

/** Lets what follows a change run. */
const settle = async () => await Promise.resolve()

beforeEach(() => {
  text = 'When is high tide?'
  isComposing = false
  close = registerComposer({
    fieldText: () => text,
    set: () => undefined,
    replace: () => undefined,
    append: () => undefined,
    insert: () => undefined,
    focus: () => undefined,
    isComposing: () => isComposing,
  })
  setFiles(reading)
})
afterEach(() => {
  close()
  useLateSend.setState({ waiting: null, unsent: null })
})

it('a late send happens once when the last file is read, however often Send was pressed', async () => {
  const send = vi.fn()
  expect(isHeldBack(send)).toBe(true)
  expect(isHeldBack(send)).toBe(true)
  await settle()
  expect(send).not.toHaveBeenCalled()
  setFiles(read)
  // changes that come together are one
  useChat.setState({ sendError: null })
  await settle()
  setFiles(read)
  await settle()
  expect(send).toHaveBeenCalledTimes(1)
})

it('a press that comes with the last file sends, and the waiting one does not', async () => {
  const send = vi.fn()
  isHeldBack(send)
  setFiles(read)
  expect(isHeldBack(send)).toBe(false)
  await settle()
  expect(send).not.toHaveBeenCalled()
})

it('a cancelled late send sends nothing', async () => {
  const send = vi.fn()
  isHeldBack(send)
  expect(cancelLateSend()).toBe(true)
  expect(cancelLateSend()).toBe(false)
  setFiles(read)
  await settle()
  expect(send).not.toHaveBeenCalled()
})

it('a late send of a chat that was left sends nothing, and is reported there', async () => {
  const send = vi.fn()
  const { newId } = useChat.getState()
  isHeldBack(send)
  useChat.setState({ newId: crypto.randomUUID() })
  await settle()
  useComposerFiles.setState({ lists: { [newId]: [read] } })
  await settle()
  expect(send).not.toHaveBeenCalled()
  expect(useLateSend.getState()).toEqual({ waiting: null, unsent: { key: newId, reason: { why: 'left' } } })
})

it('a late send ends when the composer disappears with its text', async () => {
  const send = vi.fn()
  isHeldBack(send)
  close()
  setFiles(read)
  await settle()
  expect(send).not.toHaveBeenCalled()
  expect(useLateSend.getState().unsent?.reason).toEqual({ why: 'left' })
})

it('a late send includes the word that an input method was composing', async () => {
  const send = vi.fn()
  isHeldBack(send)
  isComposing = true
  setFiles(read)
  await settle()
  expect(send).not.toHaveBeenCalled()
  isComposing = false
  lateSendChanged()
  await settle()
  expect(send).toHaveBeenCalledTimes(1)
})

it('a late send names the unread file, and sends nothing if it is read after all', async () => {
  const send = vi.fn()
  isHeldBack(send)
  setFiles({ ...reading, refusal: { by: 'reader', problem: 'encrypted' } })
  await settle()
  expect(useLateSend.getState().unsent?.reason).toMatchObject({ why: 'unread', name: 'tides.pdf' })
  setFiles(read)
  await settle()
  expect(send).not.toHaveBeenCalled()
})

describe('a message held back while an answer runs', () => {
  const answer = (state: 'done' | 'failed' | 'stopped') => message('a', { status: { ...message('a').status, state } })
  const show = (...messages: readonly Message[]) => {
    const open = { conversation: conversation('c1'), messages, hasEarlier: false, hasLater: false, show: null }
    useChat.setState({ chat: { ...emptyChat, open: { ...open, edge: 'end' } } })
  }
  const press = (send: () => void) => {
    useComposerFiles.setState({ lists: {} })
    show(streaming('a', 1))
    return isHeldBack(send)
  }
  afterEach(() => useChat.setState({ chat: emptyChat }))

  it.each(['done', 'stopped'] as const)(
    'a message waits for the running answer, and is sent once when it is %s',
    async (state) => {
      const send = vi.fn()
      expect(press(send)).toBe(true)
      expect(useLateSend.getState().waiting?.on).toBe('answer')
      await settle()
      expect(send).not.toHaveBeenCalled()
      show(answer(state))
      await settle()
      expect(send).toHaveBeenCalledTimes(1)
    },
  )

  it('a message is not sent after an answer that failed, and this is reported', async () => {
    const send = vi.fn()
    press(send)
    show(answer('failed'))
    await settle()
    expect(send).not.toHaveBeenCalled()
    expect(useLateSend.getState().unsent?.reason).toEqual({ why: 'answerFailed' })
  })

  it('a cancelled message is not sent after the running answer', async () => {
    const send = vi.fn()
    press(send)
    expect(cancelLateSend()).toBe(true)
    show(answer('done'))
    await settle()
    expect(send).not.toHaveBeenCalled()
  })

  it('a text that is still changing is sent only after a pause', async () => {
    vi.useFakeTimers()
    try {
      const send = vi.fn()
      press(send)
      draftTyped()
      show(answer('done'))
      await vi.advanceTimersByTimeAsync(changeRestMs - 1)
      expect(send).not.toHaveBeenCalled()
      draftTyped()
      await vi.advanceTimersByTimeAsync(changeRestMs - 1)
      expect(send).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(send).toHaveBeenCalledTimes(1)
    } finally {
      vi.useRealTimers()
    }
  })
})
