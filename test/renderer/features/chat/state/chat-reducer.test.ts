import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChatState, chatReducer, emptyChat } from '../../../../../src/renderer/features/chat/state/chat-reducer.ts'
import { isTemporaryChat, temporaryChatId } from '../../../../../src/shared/temporary-chat.ts'
import type { ToolCall } from '../../../../../src/shared/tools.ts'
import { conversation, message, streaming } from '../messages-made.ts'
import { toolCall } from '../tools/calls-made.ts'

function opened(...messages: ReturnType<typeof message>[]): ChatState {
  const page = { messages, hasEarlier: false, hasLater: false }
  return chatReducer(emptyChat, { type: 'opened', conversation: conversation('c1'), page, show: null })
}

const ids = (state: ChatState) => state.open?.messages.map((entry) => entry.id)

describe('the list of conversations', () => {
  it('the list is sorted with pinned chats first, then by activity, for any order of events', () => {
    const one = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), activeAt: fc.nat(9), pinned: fc.boolean() })
    fc.assert(
      fc.property(fc.array(one), (news) => {
        const state = news.reduce<ChatState>(
          (before, { id, ...more }) =>
            chatReducer(before, { type: 'conversation', conversation: conversation(id, more) }),
          emptyChat,
        )
        const keys = state.list.map((entry) => [entry.pinned ? 0 : 1, -entry.activeAt] as const)
        expect(keys).toEqual([...keys].sort((a, b) => a[0] - b[0] || a[1] - b[1]))
        expect(new Set(state.list.map((entry) => entry.id)).size).toBe(state.list.length)
      }),
    )
  })

  it('temporary chats are listed separately, newest first, until they end', () => {
    const ids = [1, 2].map(() => temporaryChatId(crypto.randomUUID()))
    expect([...ids.map(isTemporaryChat), isTemporaryChat(crypto.randomUUID())]).toEqual([true, true, false])
    const news = [conversation('a'), ...ids.map((id, at) => conversation(id, { createdAt: at }))]
    const state = news.reduce<ChatState>(
      (before, one) => chatReducer(before, { type: 'conversation', conversation: one }),
      emptyChat,
    )
    const idsOf = (list: ChatState['list']) => list.map(({ id }) => id)
    expect([idsOf(state.list), idsOf(state.temporary)]).toEqual([['a'], ids.toReversed()])
    const after = chatReducer(state, { type: 'removed', conversationId: ids[1] ?? '' })
    expect(idsOf(after.temporary)).toEqual(ids.slice(0, 1))
  })

  it('a conversation beyond the loaded part is left to its page', () => {
    const listed = chatReducer(emptyChat, {
      type: 'listed',
      offset: 0,
      conversations: [conversation('a', { activeAt: 9 }), conversation('b', { activeAt: 8 })],
      hasMore: true,
    })
    const old = { type: 'conversation', conversation: conversation('z', { activeAt: 1 }) } as const
    expect(chatReducer(listed, old).list.map((entry) => entry.id)).toEqual(['a', 'b'])
    expect(chatReducer({ ...listed, hasMore: false }, old).list.map((entry) => entry.id)).toEqual(['a', 'b', 'z'])
  })

  it('a page does not list a conversation twice', () => {
    const first = {
      type: 'listed',
      offset: 0,
      conversations: [conversation('a', { activeAt: 9 })],
      hasMore: true,
    } as const
    const more = [conversation('a', { activeAt: 9 }), conversation('b', { activeAt: 8 })]
    const state = chatReducer(chatReducer(emptyChat, first), {
      type: 'listed',
      offset: 1,
      conversations: more,
      hasMore: false,
    })
    expect(state.list.map((entry) => entry.id)).toEqual(['a', 'b'])
  })
})

describe('the messages', () => {
  it('later messages are appended only after the last loaded one', () => {
    const page = { messages: [message('m1'), message('m2')], hasEarlier: false, hasLater: true }
    const part = chatReducer(emptyChat, { type: 'opened', conversation: conversation('c1'), page, show: 'm1' })
    expect(part.open).toMatchObject({ hasLater: true, show: 'm1' })
    const next = { messages: [message('m3')], hasEarlier: true, hasLater: false }
    const later = (afterId: string) => ({ type: 'later', conversationId: 'c1', afterId, page: next }) as const
    expect(ids(chatReducer(part, later('m1')))).toEqual(['m1', 'm2'])
    const whole = chatReducer(part, later('m2'))
    expect(ids(whole)).toEqual(['m1', 'm2', 'm3'])
    expect(whole.open).toMatchObject({ hasLater: false, hasEarlier: false, edge: 'later', show: null })
  })

  it('a new version of a message ends the branch, however many messages followed the old one', () => {
    const page = { messages: [message('m1'), message('m2')], hasEarlier: false, hasLater: true }
    const part = chatReducer(emptyChat, { type: 'opened', conversation: conversation('c1'), page, show: null })
    const said = chatReducer(part, { type: 'message', message: message('n', { parentId: 'm1' }) })
    expect([ids(said), said.open?.hasLater]).toEqual([['m1', 'n'], false])
    // a new message at the end, which is not loaded, changes nothing here
    expect(chatReducer(part, { type: 'message', message: message('z', { parentId: 'm9' }) })).toBe(part)
  })

  it('an exchange is appended to its branch', () => {
    const state = chatReducer(opened(message('q1', { role: 'user' }), message('a1', { parentId: 'q1' })), {
      type: 'exchanged',
      conversation: conversation('c1'),
      messages: [message('q2', { role: 'user', parentId: 'a1' }), streaming('a2', 1, { parentId: 'q2' })],
      begins: false,
    })
    expect(ids(state)).toEqual(['q1', 'a1', 'q2', 'a2'])
  })

  it('regenerating replaces an answer and what followed it', () => {
    const before = opened(
      message('q1', { role: 'user' }),
      message('a1', { parentId: 'q1' }),
      message('q2', { role: 'user', parentId: 'a1' }),
    )
    const again = streaming('b1', 2, { parentId: 'q1', versions: ['a1', 'b1'] })
    expect(ids(chatReducer(before, { type: 'message', message: again }))).toEqual(['q1', 'b1'])
  })

  it("every order and repetition of a send's event and answer has the same result", () => {
    const base = opened(message('q0', { role: 'user' }))
    const question = message('q1', { role: 'user', parentId: 'q0' })
    const answer = streaming('a1', 1, { parentId: 'q1' })
    const news = [
      { type: 'message', message: question },
      { type: 'message', message: answer },
      { type: 'exchanged', conversation: conversation('c1'), messages: [question, answer], begins: false },
    ] as const
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...news)), (order) => {
        const state = order.reduce<ChatState>(chatReducer, base)
        const last = chatReducer(state, news[2])
        expect(ids(last)).toEqual(['q0', 'q1', 'a1'])
      }),
    )
  })

  it('an end that overtook the answer of its call is kept', () => {
    const running = opened(streaming('a1', 5))
    const done = chatReducer(running, {
      type: 'status',
      messageId: 'a1',
      conversationId: 'c1',
      stream: null,
      status: message('x').status,
      ended: { text: 'all of it', stream: 5 },
    })
    const late = chatReducer(done, { type: 'message', message: streaming('a1', 5) })
    expect(late.open?.messages[0]).toMatchObject({ text: 'all of it', stream: null, status: { state: 'done' } })
    const next = chatReducer(late, { type: 'message', message: streaming('a1', 6, { text: 'all of it' }) })
    expect(next.open?.messages[0]?.stream).toBe(6)
  })

  it('earlier messages are added only before the message they were requested for', () => {
    const state = chatReducer(emptyChat, {
      type: 'opened',
      conversation: conversation('c1'),
      page: { messages: [message('m3')], hasEarlier: true, hasLater: false },
      show: null,
    })
    const page = { messages: [message('m1'), message('m2')], hasEarlier: false, hasLater: false }
    const earlier = { type: 'earlier', conversationId: 'c1', page } as const
    expect(ids(chatReducer(state, { ...earlier, beforeId: 'other' }))).toEqual(['m3'])
    const after = chatReducer(state, { ...earlier, beforeId: 'm3' })
    expect(ids(after)).toEqual(['m1', 'm2', 'm3'])
    expect(after.open).toMatchObject({ edge: 'start', hasEarlier: false })
  })

  it('earlier pages are kept when the end is read again', () => {
    const before = opened(message('m1'), message('m2'), message('m3'))
    const after = chatReducer(before, {
      type: 'reopened',
      conversation: conversation('c1'),
      page: {
        messages: [message('m2', { text: 'new' }), message('m3'), message('m4')],
        hasEarlier: true,
        hasLater: false,
      },
    })
    expect(ids(after)).toEqual(['m1', 'm2', 'm3', 'm4'])
    expect(after.open?.messages[1]?.text).toBe('new')
    expect(after.open?.hasEarlier).toBe(false)
  })

  it("a changed message leaves the other messages' objects unchanged", () => {
    const before = opened(message('m1'), streaming('m2', 1))
    const after = chatReducer(before, {
      type: 'status',
      messageId: 'm2',
      conversationId: 'c1',
      stream: 1,
      status: { ...message('x').status, state: 'streaming' },
      ended: null,
    })
    expect(after.open?.messages[0]).toBe(before.open?.messages[0])
    expect(after.open?.messages[1]).not.toBe(before.open?.messages[1])
  })

  it('events of other conversations are ignored', () => {
    const before = opened(message('m1'))
    const other = message('x', { conversationId: 'c2', parentId: 'm1' })
    expect(chatReducer(before, { type: 'message', message: other }).open).toBe(before.open)
  })

  it('a removed conversation is closed', () => {
    const state = chatReducer(opened(message('m1')), { type: 'removed', conversationId: 'c1' })
    expect(state).toMatchObject({ list: [], open: null })
  })
})

describe('calls of tools', () => {
  const asked = toolCall('c1', { messageId: 'a1', state: 'asking' })
  const told = (state: ChatState, call: ToolCall) => chatReducer(state, { type: 'call', conversationId: 'c1', call })
  const stateOf = (state: ChatState) => state.open?.messages[0]?.calls?.map((call) => call.state)

  it('calls appear in their answer and change there', () => {
    const state = told(told(opened(message('a1')), asked), { ...asked, state: 'running' })
    expect(stateOf(state)).toEqual(['running'])
  })

  it('late events never revert a call', () => {
    const done = told(told(opened(message('a1')), asked), { ...asked, state: 'done' })
    expect(stateOf(told(done, asked))).toEqual(['done'])
    const page = { messages: [message('a1', { calls: [asked] })], hasEarlier: false, hasLater: false }
    expect(stateOf(chatReducer(done, { type: 'reopened', conversation: conversation('c1'), page }))).toEqual(['done'])
    expect(stateOf(chatReducer(done, { type: 'message', message: message('a1') }))).toEqual(['done'])
  })

  it('calls of other conversations count as waiting, until they are answered or the conversation is closed', () => {
    const other = chatReducer(emptyChat, { type: 'call', conversationId: 'c2', call: asked })
    expect(other.asking).toEqual({ c1: 'c2' })
    expect(told(other, { ...asked, state: 'denied' }).asking).toEqual({})
    expect(chatReducer(other, { type: 'removed', conversationId: 'c2' }).asking).toEqual({})
    expect(chatReducer(other, { type: 'asking', calls: [] }).asking).toEqual({})
  })

  it('calls leave the other messages unchanged', () => {
    const before = opened(message('a1'))
    expect(told(before, toolCall('x', { messageId: 'unknown' })).open).toBe(before.open)
  })
})

it('the whole thinking of an answer that ended while a page was being read is kept', () => {
  const thinking = { text: 'High', ms: 1, isRunning: true }
  const state = opened(streaming('a', 7, { thinking }))
  const status = { ...message('a').status }
  const ended = chatReducer(state, {
    ...{ type: 'status', messageId: 'a', conversationId: 'c1', stream: null, status },
    ended: { text: 'Noon.', thinking: 'High water', stream: 7 },
  })
  const page = { messages: [streaming('a', 7, { thinking })], hasEarlier: false, hasLater: false }
  const after = chatReducer(ended, { type: 'opened', conversation: conversation('c1'), page, show: null })
  expect(after.open?.messages[0]).toMatchObject({ text: 'Noon.', thinking: { text: 'High water', isRunning: false } })
})
