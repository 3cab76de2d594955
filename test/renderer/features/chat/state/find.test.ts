import { expect, it } from 'vitest'
import {
  findFrom,
  findHere,
  findStep,
  foundMessageId,
  placeAgain,
} from '../../../../../src/renderer/features/chat/state/find.ts'
import { hitIndex } from '../../../../../src/renderer/features/chat/state/hit-index.ts'

const begin = { conversationId: 'c', text: 'tea', words: ['tea'], messageId: 'm2' }

it('search begins at the message that was opened, even if the list does not contain it', () => {
  expect(foundMessageId(findFrom(begin, ['m1', 'm2', 'm3'], 1))).toBe('m2')
  const found = findFrom(begin, ['m1'], 1)
  expect([found.hits.map(({ messageId }) => messageId), found.at]).toEqual([['m1', 'm2'], 1])
  expect(foundMessageId(null)).toBeNull()
  expect(foundMessageId(findHere('c', 'tea'))).toBeNull()
})

it('search wraps around at both ends', () => {
  const find = findFrom(begin, ['m1', 'm2', 'm3'], 1)
  expect([findStep(find, 1), findStep({ ...find, at: 2 }, 1), findStep({ ...find, at: 0 }, -1)]).toEqual([2, 0, 2])
  expect(findStep(findHere('c', 'tea'), 1)).toBe(0)
})

it('the current hit stays when the conversation is searched again', () => {
  const hits = [
    { messageId: 'm1', start: 4 },
    { messageId: 'm2', start: 0 },
    { messageId: 'm2', start: 9 },
  ]
  expect(placeAgain({ messageId: 'm2', start: 9 }, hits)).toBe(2)
  // the place is gone, the message is not
  expect(placeAgain({ messageId: 'm2', start: 3 }, hits)).toBe(2)
  expect(placeAgain({ messageId: 'm2', start: 30 }, hits)).toBe(2)
  expect(placeAgain({ messageId: 'gone', start: 0 }, hits)).toBeNull()
  expect(placeAgain(undefined, hits)).toBeNull()
})

it('a stored hit is matched to a rendered one, or to a near one if some are not rendered', () => {
  expect([2, 5, 9].map((start) => hitIndex([2, 5, 9], start, 3))).toEqual([0, 1, 2])
  expect([2, 5, 9].map((start) => hitIndex([2, 5, 9], start, 2))).toEqual([0, 1, 1])
  expect([2, 5].map((start) => hitIndex([2, 5], start, 4))).toEqual([0, 3])
  expect(hitIndex([2], 2, 0)).toBe(-1)
  expect(hitIndex([], 2, 3)).toBe(-1)
})
