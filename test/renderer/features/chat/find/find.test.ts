import { expect, it } from 'vitest'
import { huntedId, huntFrom, huntStep } from '../../../../../src/renderer/features/chat/find/find.ts'

const begin = { conversationId: 'c', text: 'tea', words: ['tea'], messageId: 'm2' }

it('begins at the message that was opened, also where the list does not know it', () => {
  expect(huntedId(huntFrom(begin, ['m1', 'm2', 'm3'], 1))).toBe('m2')
  expect(huntFrom(begin, ['m1'], 1)).toMatchObject({ messageIds: ['m1', 'm2'], at: 1 })
  expect(huntedId(null)).toBeNull()
})

it('goes round at both ends', () => {
  const hunt = huntFrom(begin, ['m1', 'm2', 'm3'], 1)
  expect([huntStep(hunt, 1), huntStep({ ...hunt, at: 2 }, 1), huntStep({ ...hunt, at: 0 }, -1)]).toEqual([2, 0, 2])
})
