import { expect, it } from 'vitest'
import {
  endsFrame,
  graverNote,
  readFrameMessage,
} from '../../../../src/renderer/components/preview/preview-messages.ts'

it("reads a frame's reports about itself", () => {
  expect(readFrameMessage({ preview: 'ready' })).toEqual({ step: 'ready', reason: null, picture: null })
  expect(readFrameMessage({ preview: 'drawn', picture: '<svg/>' })).toMatchObject({ picture: '<svg/>' })
})

it('reads a report only up to its limits', () => {
  expect(readFrameMessage({ preview: 'failed', reason: 'x'.repeat(10_000) })?.reason).toHaveLength(600)
  expect(readFrameMessage({ preview: 'drawn', picture: 'x'.repeat(2_000_001) })?.picture).toBeNull()
  expect(readFrameMessage({ preview: 'failed', reason: { toString: 'x' } })?.reason).toBeNull()
})

it.each([null, 1, 'ready', [], {}, { preview: 'toString' }, { preview: { ready: 1 } }, { preview: 'close' }])(
  'ignores the invalid message %j',
  (data) => expect(readFrameMessage(data)).toBeNull(),
)

it('keeps the more serious of two notes, and removes a harmful frame', () => {
  expect(graverNote('left', 'refused')).toBe('left')
  expect(graverNote('refused', 'left')).toBe('left')
  expect(graverNote(null, 'still')).toBe('still')
  expect([endsFrame(null), endsFrame('refused'), endsFrame('left'), endsFrame('flooded')]).toEqual([
    false,
    false,
    true,
    true,
  ])
})
