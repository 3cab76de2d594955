import { expect, test } from 'vitest'
import { EarlierPrompts, withNewest } from '../../../../../src/renderer/features/chat/state/earlier-prompts.ts'

const sent = ['first', 'second', 'third']

test('stepping back shows the newest prompt first, and stepping forward returns to the draft', () => {
  const earlier = new EarlierPrompts()
  expect(earlier.step(-1, 'my draft', sent)).toBe('third')
  expect(earlier.behind).toBe('my draft')
  expect(earlier.step(-1, 'third', sent)).toBe('second')
  expect(earlier.step(1, 'second', sent)).toBe('third')
  expect(earlier.step(1, 'third', sent)).toBe('my draft')
  expect(earlier.behind).toBeNull()
})

test('no step leads before the first prompt or after the draft', () => {
  const earlier = new EarlierPrompts()
  expect(earlier.step(1, 'draft', sent)).toBeNull()
  for (const text of ['draft', 'third', 'second']) earlier.step(-1, text, sent)
  expect(earlier.step(-1, 'first', sent)).toBeNull()
  expect(earlier.step(1, 'first', sent)).toBe('second')
  expect(new EarlierPrompts().step(-1, '', [])).toBeNull()
})

test('repeated and empty prompts are one step', () => {
  const earlier = new EarlierPrompts()
  expect(earlier.step(-1, '', ['a', 'b', ' ', 'a', 'a'])).toBe('a')
  expect(earlier.step(-1, 'a', ['a', 'b', ' ', 'a', 'a'])).toBe('b')
  expect(earlier.step(-1, 'b', ['a', 'b', ' ', 'a', 'a'])).toBeNull()
})

test('a draft that was replaced by a changed prompt is the next step', () => {
  const earlier = new EarlierPrompts()
  earlier.step(-1, 'my draft', sent)
  earlier.noteTyping()
  expect(earlier.step(-1, 'third!', sent)).toBe('my draft')
  expect(earlier.step(1, 'my draft', sent)).toBe('third!')
})

test('earlier prompts that were loaded between two steps are reached', () => {
  const earlier = new EarlierPrompts()
  expect(earlier.step(-1, '', ['second'])).toBe('second')
  expect(earlier.step(-1, 'second', ['second'])).toBeNull()
  expect(earlier.step(-1, 'second', ['first', 'second'])).toBe('first')
})

test('another conversation starts at its own newest prompt', () => {
  const earlier = new EarlierPrompts()
  earlier.step(-1, 'my draft', sent)
  earlier.reset()
  expect(earlier.shows('third')).toBe(false)
  expect(earlier.step(-1, '', ['other'])).toBe('other')
  expect(earlier.step(1, 'other', ['other'])).toBe('')
})

test('only the newest prompts of a new chat are kept', () => {
  const many = Array.from({ length: 150 }, (_, at) => `p${at}`).reduce(withNewest, [] as readonly string[])
  expect(many).toHaveLength(100)
  expect(many.at(-1)).toBe('p149')
  expect(withNewest(many, '  ')).toBe(many)
})
