import { expect, test, vi } from 'vitest'
import { KeyFilter } from '../../../src/main/gateway/key-filter.ts'
import { SplitKeyFinder } from '../../../src/main/gateway/split-key.ts'
import { gotTextMax } from '../../../src/shared/request-limits.ts'

const key = 'sk-canary-Zq7Vw2Xk9Lm4Tn8Rb3Yc6Hd5'
const halves = [key.slice(0, 12), key.slice(12)] as const

/** Returns true if the key is found in a body that comes in chunks. */
function isFoundIn(body: string, filter = new KeyFilter(key)): boolean {
  const finder = new SplitKeyFinder(filter)
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.byteLength; at += 65_536) finder.push(bytes.subarray(at, at + 65_536))
  return finder.endText()
}

test.each([
  ['whole', { parts: halves }],
  ['whole, before what is not kept', { parts: halves, more: 'x'.repeat(3_000_000) }],
  ['whole, before Chinese that is not kept', { parts: halves, more: '字'.repeat(gotTextMax) }],
  ['whole, with a part that is not kept to its end', { parts: [halves[0], `${halves[1]}${'x'.repeat(3_000_000)}`] }],
])('a key in parts of an answer is found: %s', (_, body) => {
  expect(isFoundIn(JSON.stringify(body))).toBe(true)
  expect(isFoundIn(JSON.stringify(body, null, 2))).toBe(true)
})

test('bodies that are not stored are not searched', () => {
  expect(isFoundIn(JSON.stringify({ more: 'x'.repeat(gotTextMax), parts: halves }))).toBe(false)
})

test('a placeholder key is not searched for', () => {
  const filter = new KeyFilter('ollama')
  const parts = vi.spyOn(filter, 'parts')
  expect(isFoundIn(JSON.stringify({ parts: ['olla', 'ma'] }), filter)).toBe(false)
  expect(parts).not.toHaveBeenCalled()
})

test('a key in parts is found with the bytes that complete it, however many events they hold', () => {
  const finder = new SplitKeyFinder(new KeyFilter(key))
  const event = (text: string) => `data: ${JSON.stringify({ id: 'c1', delta: { text } })}\n\n`
  const bytes = (events: readonly string[]) => Buffer.from(events.join(''))
  expect(finder.push(bytes([event('the key is '), ...[...halves[0]].map(event)]))).toBe(false)
  expect(finder.push(bytes([...halves[1]].map(event)))).toBe(true)
})

test('texts that came at once are searched at once', () => {
  const filter = new KeyFilter(key)
  const pushed = vi.fn<(part: string) => string>((part) => part)
  vi.spyOn(filter, 'parts').mockReturnValue({ push: pushed, end: () => '', hasCut: false })
  const finder = new SplitKeyFinder(filter)
  finder.push(Buffer.from('data: {"text":"ab "}\n\n'.repeat(1_000)))
  expect(pushed.mock.calls).toEqual([['ab '.repeat(1_000)]])
})
