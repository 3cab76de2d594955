import { expect, it } from 'vitest'
import { findFrom, findStep, foundMessageId } from '../../../../../src/renderer/features/chat/find/find.ts'

const begin = { conversationId: 'c', text: 'tea', words: ['tea'], messageId: 'm2' }

it('begins at the message that was opened, also where the list does not know it', () => {
  expect(foundMessageId(findFrom(begin, ['m1', 'm2', 'm3'], 1))).toBe('m2')
  expect(findFrom(begin, ['m1'], 1)).toMatchObject({ messageIds: ['m1', 'm2'], at: 1 })
  expect(foundMessageId(null)).toBeNull()
})

it('goes round at both ends', () => {
  const find = findFrom(begin, ['m1', 'm2', 'm3'], 1)
  expect([findStep(find, 1), findStep({ ...find, at: 2 }, 1), findStep({ ...find, at: 0 }, -1)]).toEqual([2, 0, 2])
})
