import { expect, it } from 'vitest'
import { elapsedWords, secondsUntil } from '../../../../src/renderer/components/words/figure-words.ts'
import { promptTitle } from '../../../../src/renderer/platform/line-text.ts'

it('writes durations', () => {
  expect(elapsedWords(0)).toBe('0:00')
  expect(elapsedWords(-5)).toBe('0:00')
  expect(elapsedWords(14_999)).toBe('0:14')
  expect(elapsedWords(75_000)).toBe('1:15')
  expect(elapsedWords(3_600_000 + 62_000)).toBe('1:01:02')
})

it('counts down to one and not to zero', () => {
  expect(secondsUntil(5000, 1001)).toBe(4)
  expect(secondsUntil(1000, 1000)).toBe(1)
  expect(secondsUntil(1000, 9000)).toBe(1)
})

it('shortens a prompt between characters and never within one', () => {
  expect(promptTitle('  City\n at   dusk ')).toBe('City at dusk')
  expect(promptTitle('a'.repeat(48))).toBe('a'.repeat(48))
  expect(promptTitle('a'.repeat(49))).toBe(`${'a'.repeat(47)}…`)
  expect(promptTitle('🌆'.repeat(60), 4)).toBe('🌆🌆🌆…')
})
