import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentTextOf } from '../../../../../src/renderer/features/chat/actions/answer-actions.ts'
import { showWhole, stopAnswer, stopRunning } from '../../../../../src/renderer/features/chat/actions/stop-actions.ts'
import { thoughtOf } from '../../../../../src/renderer/features/chat/message/use-thinking.ts'
import { emptyChat } from '../../../../../src/renderer/features/chat/state/chat-reducer.ts'
import {
  chatNow,
  dispatch,
  streamTexts,
  streamThoughts,
  useChat,
} from '../../../../../src/renderer/features/chat/state/chat-store.ts'
import { withBeside } from '../../../../../src/renderer/features/chat/state/messages.ts'
import type { Message } from '../../../../../src/shared/chat.ts'
import { appError } from '../../../../../src/shared/errors.ts'
import { Main, settle } from '../main-made.ts'
import { conversation, streaming } from '../messages-made.ts'

let main: Main
let frames: ((now: number) => void)[]
let undo: (() => void)[]
let now = 0

/** Runs the frames that were asked for. */
function frame(): void {
  const due = frames
  frames = []
  now += 100
  for (const step of due) step(now)
}

/** Draws answers as their components do. Returns the texts and thoughts that were drawn since, each once. */
function screen(...ids: readonly string[]): string[] {
  const drawn: string[] = []
  const draw = (id: string): void => {
    const message = withBeside(chatNow().open?.messages ?? []).find((one) => one.id === id)
    if (message === undefined) return
    for (const [read, texts] of [[currentTextOf, streamTexts] as const, [thoughtOf, streamThoughts] as const]) {
      const text = read(message)
      const key = `${id}: ${text}`
      if (text !== '' && drawn.at(-1) !== key && !drawn.includes(key)) drawn.push(key)
      undo.push(texts.drew(id, text.length))
    }
  }
  for (const id of ids) {
    undo.push(
      streamTexts.subscribe(id, () => draw(id)),
      streamThoughts.subscribe(id, () => draw(id)),
    )
    undo.push(useChat.subscribe(() => draw(id)))
    draw(id)
  }
  return drawn
}

function show(...messages: readonly Message[]): void {
  const open = { conversation: conversation('c1'), messages, hasEarlier: false, hasLater: false } as const
  useChat.setState({ chat: { ...emptyChat, open: { ...open, edge: 'end', show: null } } })
  for (const { id, stream } of withBeside(messages)) {
    if (stream === null) continue
    streamTexts.followStream(id, stream, '')
    streamThoughts.followStream(id, stream, '')
  }
}

/** The end of an answer, as main reports it. */
function end(id: string): void {
  const ended = streamTexts.endStream(id)
  const thinking = streamThoughts.endStream(id)?.text ?? ''
  const status = {
    state: 'stopped',
    error: null,
    wait: null,
    usage: null,
    timing: null,
    finishReason: null,
  } as const
  dispatch({
    type: 'status',
    messageId: id,
    conversationId: 'c1',
    stream: null,
    status,
    ended: ended === null ? null : { ...ended, thinking },
  })
}

beforeEach(() => {
  main = new Main()
  frames = []
  undo = []
  vi.stubGlobal('window', { bridge: main.bridge })
  vi.stubGlobal('requestAnimationFrame', (step: (now: number) => void) => frames.push(step))
  main.open()
})
afterEach(async () => {
  // no stop stays under way
  for (const [at, { name }] of main.calls.entries()) if (name === 'chat.stop') await main.answer(at)
  for (const each of undo) each()
  for (const id of ['a', 'b']) showWhole(id)
  // runs what is left for the shared frame
  for (let turn = 0; turn < 4; turn += 1) frame()
  streamTexts.clear()
  streamThoughts.clear()
  useChat.setState({ chat: emptyChat, actionError: null })
})

it('draws nothing after the press: neither what waits for a frame, nor what comes later, nor at the end', async () => {
  show(streaming('a', 1))
  const drawn = screen('a')
  streamTexts.applyDelta({ s: 1, at: 0, t: 'One' })
  frame()
  expect(drawn).toEqual(['a: One'])
  streamTexts.applyDelta({ s: 1, at: 3, t: ' two' })
  void stopAnswer('a')
  frame()
  frame()
  streamTexts.applyDelta({ s: 1, at: 7, t: ' three' })
  frame()
  frame()
  await main.answer(0)
  end('a')
  expect(main.inputsOf('chat.stop')).toEqual([{ messageId: 'a' }])
  expect(drawn).toEqual(['a: One'])
})

it('keeps what arrived later, and shows it when it is asked for', async () => {
  show(streaming('a', 1))
  const drawn = screen('a')
  streamTexts.applyDelta({ s: 1, at: 0, t: 'One' })
  frame()
  void stopAnswer('a')
  streamTexts.applyDelta({ s: 1, at: 3, t: ' two' })
  await main.answer(0)
  end('a')
  showWhole('a')
  for (let turn = 0; turn < 4; turn += 1) frame()
  expect(drawn).toEqual(['a: One', 'a: One two'])
})

it('draws no more thoughts after the press', () => {
  show(streaming('a', 1))
  const drawn = screen('a')
  streamThoughts.applyDelta({ s: 1, at: 0, t: 'Hm' })
  frame()
  void stopAnswer('a')
  streamThoughts.applyDelta({ s: 1, at: 2, t: ', tides' })
  streamTexts.applyDelta({ s: 1, at: 0, t: 'At noon.' })
  for (let turn = 0; turn < 4; turn += 1) frame()
  end('a')
  expect(drawn).toEqual(['a: Hm'])
})

it('stops every column in the press itself, before main has heard of any', () => {
  show(streaming('a', 1, { beside: [streaming('b', 2)] }))
  const drawn = screen('a', 'b')
  streamTexts.applyDelta({ s: 1, at: 0, t: 'One' })
  streamTexts.applyDelta({ s: 2, at: 0, t: 'Uno' })
  for (let turn = 0; turn < 4; turn += 1) frame()
  void stopRunning()
  streamTexts.applyDelta({ s: 1, at: 3, t: ' two' })
  streamTexts.applyDelta({ s: 2, at: 3, t: ' due' })
  for (let turn = 0; turn < 4; turn += 1) frame()
  expect(main.inputsOf('chat.stop')).toEqual([{ messageId: 'a' }, { messageId: 'b' }])
  expect(drawn).toEqual(['a: One', 'b: Uno'])
})

it('tells main once, however often it is pressed', () => {
  show(streaming('a', 1))
  void stopAnswer('a')
  void stopAnswer('a')
  expect(main.inputsOf('chat.stop')).toHaveLength(1)
})

it('tells main when it can be reached again, and draws nothing meanwhile', async () => {
  show(streaming('a', 1))
  const drawn = screen('a')
  streamTexts.applyDelta({ s: 1, at: 0, t: 'One' })
  frame()
  void stopAnswer('a')
  main.breakOff()
  await settle()
  main.open()
  await settle()
  expect(main.inputsOf('chat.stop')).toHaveLength(2)
  // the page reads the chat again after a gap
  streamTexts.clear()
  streamTexts.followStream('a', 1, 'One two')
  for (let turn = 0; turn < 4; turn += 1) frame()
  await main.answer(1)
  end('a')
  expect([drawn, useChat.getState().actionError]).toEqual([['a: One'], null])
})

it('shows the answer again if main refuses to stop it', async () => {
  show(streaming('a', 1))
  const drawn = screen('a')
  streamTexts.applyDelta({ s: 1, at: 0, t: 'One' })
  frame()
  void stopAnswer('a')
  streamTexts.applyDelta({ s: 1, at: 3, t: ' two' })
  await main.answer(0, { ok: false, error: appError('internal') })
  for (let turn = 0; turn < 4; turn += 1) frame()
  expect(drawn).toEqual(['a: One', 'a: One two'])
  expect(useChat.getState().actionError?.code).toBe('internal')
})

it('draws the whole answer and what follows when it is continued', () => {
  show(streaming('a', 1))
  const drawn = screen('a')
  streamTexts.applyDelta({ s: 1, at: 0, t: 'One' })
  frame()
  void stopAnswer('a')
  streamTexts.applyDelta({ s: 1, at: 3, t: ' two' })
  end('a')
  dispatch({ type: 'message', message: streaming('a', 3, { text: 'One two' }) })
  streamTexts.followStream('a', 3, 'One two')
  streamTexts.applyDelta({ s: 3, at: 7, t: ' three' })
  for (let turn = 0; turn < 4; turn += 1) frame()
  expect(drawn.at(-1)).toBe('a: One two three')
})
