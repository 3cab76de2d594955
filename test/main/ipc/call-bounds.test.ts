import { describe, expect, test } from 'vitest'
import { callBounds, isInputWithin } from '../../../src/main/ipc/call-bounds.ts'
import { createRouter } from '../../../src/main/ipc/router.ts'
import type { Handlers } from '../../../src/shared/ipc/contract.ts'

const nested = (levels: number): unknown => {
  let value: unknown = 'end'
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}
const circle: unknown[] = []
circle.push(circle, circle)

describe('an input within the bounds of its call', () => {
  test.each([
    ['the longest message', { text: 'x'.repeat(2_000_000) }],
    ['the most keys', { keys: Array.from({ length: 50_000 }, (_, at) => ({ kind: 'chat', id: `${at}` })) }],
    ['bytes', { bytes: new Uint8Array(1_000_000) }],
    ['nothing', undefined],
    ['60 levels', nested(60)],
  ])('may carry %s', (_name, input) => expect(isInputWithin(input, callBounds('chat.send'))).toBe(true))

  test.each([
    ['a text of 17 million characters', { text: 'x'.repeat(17_000_000) }],
    ['many texts that come to as much', Array.from({ length: 1_000 }, () => 'x'.repeat(17_000))],
    ['17 MB of bytes', [new Uint8Array(17_000_000)]],
    ['17 MB in a buffer', new ArrayBuffer(17_000_000)],
    ['a million values', Array.from({ length: 1_000_000 }, () => 0)],
    ['a million names', Object.fromEntries(Array.from({ length: 1_000_000 }, (_, at) => [at, 0]))],
    ['a list of a million places and no value', new Array(1_000_000)],
    ['65 levels', nested(66)],
    ['a circle', circle],
  ])('may not carry %s', (_name, input) => expect(isInputWithin(input, callBounds('chat.send'))).toBe(false))
})

test('an oversized input is refused before its schema reads it, and reaches nothing', async () => {
  const reached: string[] = []
  const handlers: Handlers = new Proxy<Handlers>(Object.create(null), {
    get: (_, name) => () => void reached.push(String(name)),
  })
  let read = 0
  const items = Array.from({ length: 600_000 }, () => ({ kind: 'chat', id: 'x' }))
  // the schema would read each kind
  Object.defineProperty(items[0], 'kind', { enumerable: true, get: () => (read += 1) })
  const answer = await createRouter(handlers, () => undefined)('history.delete', { keys: items })
  expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  expect([reached, read]).toEqual([[], 0])
})
