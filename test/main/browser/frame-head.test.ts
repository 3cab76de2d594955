import { describe, expect, test } from 'vitest'
import { frameHead } from '../../../src/main/browser/bridge-socket.ts'
import { callBounds, callBytesMax } from '../../../src/main/ipc/call-bounds.ts'
import { isWithin } from '../../../src/main/json-bounds.ts'

const call = (name: string, input: unknown) => Buffer.from(JSON.stringify({ id: 5, name, input }))
const isTaken = (frame: Buffer) => isWithin(frame, callBounds(frameHead(frame)?.name ?? null))

describe('a frame of the bridge', () => {
  test('a frame reveals the name of its call before it is parsed', () => {
    expect(frameHead(call('chat.send', { name: 'other' }))).toEqual({ id: 5, name: 'chat.send' })
    for (const other of ['', '[]', '{"name":"a","id":1}', '{"id":-1,"name":"a"', '{"id":1,"name":"a\\u0062"'])
      expect(frameHead(Buffer.from(other))).toBe(null)
  })

  test.each([
    ['the longest message, each character escaped', call('chat.send', { text: '\u0001'.repeat(2_000_000) })],
    [
      'the most keys',
      call('history.delete', { keys: Array.from({ length: 50_000 }, () => ({ kind: 'chat', id: 'x'.repeat(36) })) }),
    ],
    ['brackets and commas in a text', call('chat.send', { text: '[{,"\\'.repeat(200_000) })],
    [
      'all segments of a long transcript',
      call('transcripts.edit', {
        insert: Array.from({ length: 20_000 }, (_, at) => ({
          id: `${at}`,
          from: at,
          to: at,
          text: 'said',
          speaker: null,
          words: Array.from({ length: 20 }, () => ({ from: 1, to: 2, text: 'said' })),
          mended: false,
        })),
      }),
    ],
  ])('may carry %s', (_, frame) => expect(isTaken(frame)).toBe(true))

  test.each([
    ['a message of 20 MB', call('chat.send', { text: 'x'.repeat(20_000_000) })],
    [
      'a million lists',
      call(
        'chat.send',
        Array.from({ length: 1_000_000 }, () => []),
      ),
    ],
    [
      'five million lists of an edit',
      Buffer.from(`{"id":1,"name":"transcripts.edit","input":[${'[],'.repeat(5_000_000)}0]}`),
    ],
    ['lists in each other', Buffer.from(`{"id":1,"name":"app.info","input":${'['.repeat(1_000)}${']'.repeat(1_000)}}`)],
    ['a message without a name', Buffer.alloc(callBytesMax, 'x')],
  ])('may not carry %s', (_, frame) => expect(isTaken(frame)).toBe(false))
})
