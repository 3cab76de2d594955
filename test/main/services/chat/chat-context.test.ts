import { expect, test } from 'vitest'
import { fromChosen } from '../../../../src/main/services/chat/chat-context.ts'

const branch = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
const sent = (context: Parameters<typeof fromChosen>[1]): string =>
  fromChosen(branch, context)
    .map(({ id }) => id)
    .join('')

test('a request begins with the chosen message, or after it, and with all where that is missing', () => {
  expect(sent(undefined)).toBe('abc')
  expect(sent({ fromId: 'b' })).toBe('bc')
  expect(sent({ fromId: 'b', isAfter: true })).toBe('c')
  expect(sent({ fromId: 'other', isAfter: true })).toBe('abc')
})

test('a message that is continued is sent itself, and so is the one after a deleted one', () => {
  expect(sent({ fromId: 'c', isAfter: true })).toBe('c')
  expect(sent({ fromId: 'b', isAfter: true, chosenId: 'gone' })).toBe('bc')
})
