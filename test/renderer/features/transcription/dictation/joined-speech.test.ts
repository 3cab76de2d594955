import { expect, test } from 'vitest'
import { joinedSpeech } from '../../../../../src/renderer/features/transcription/dictation/joined-speech.ts'

test('segments become one text, Chinese without spaces between them', () => {
  expect(joinedSpeech([' The lamp', 'is lit. ', ''])).toBe('The lamp is lit.')
  expect(joinedSpeech(['夜里', '看得见灯。', '是吗？'])).toBe('夜里看得见灯。是吗？')
  expect(joinedSpeech(['打开 Atelier', '然后说话', 'and stop'])).toBe('打开 Atelier然后说话and stop')
  expect(joinedSpeech([])).toBe('')
})
