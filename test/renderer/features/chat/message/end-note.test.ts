import { expect, test } from 'vitest'
import { endNote } from '../../../../../src/renderer/features/chat/message/end-note.ts'
import { en } from '../../../../../src/renderer/platform/i18n/locales/en.ts'
import { zhCN } from '../../../../../src/renderer/platform/i18n/locales/zh-cn.ts'

test.each([
  ['stop', true, null],
  ['tool_calls', true, null],
  [null, true, null],
  ['MAX_TOKENS', true, { words: 'lengthReached', action: 'continue' }],
  ['max_output_tokens', false, { words: 'lengthReached', action: 'retry' }],
  ['SAFETY', true, { words: 'filtered', action: null }],
  ['insufficient_system_resource', true, { words: 'endBroken', action: 'continue' }],
  ['network_error', false, { words: 'endBroken', action: 'retry' }],
  ['pause_turn', true, { words: 'endUnknown', action: 'continue' }],
] as const)('the note of an answer that ended by %j, with text: %j', (reason, hasText, expected) => {
  const note = endNote(reason, hasText)
  expect(note === null ? null : { words: note.words, action: note.action }).toEqual(expected)
  if (note === null) return
  for (const { message } of [en, zhCN]) expect(message[note.words]).not.toBe('')
})

test('an unknown reason is shown in plain characters', () => {
  expect(endNote('pause_turn', true)?.reason).toBe('pause_turn')
  expect(endNote('\u202epause\u0000 <b>turn</b>', true)?.reason).toBe('pause bturnb')
  expect(endNote('x'.repeat(500), true)?.reason).toHaveLength(40)
})
