import { describe, expect, test } from 'vitest'
import { splitThinking } from '../../src/shared/thinking.ts'

describe('what a model thinks before it answers', () => {
  test.each([
    ['is taken off', '<think>\nhm\n</think>\n\nYes.', { thinking: '\nhm\n', answer: '\n\nYes.' }],
    ['may be empty', '<think></think>Yes.', { thinking: '', answer: 'Yes.' }],
    ['may have another name', '<thinking>hm</thinking>Yes.', { thinking: 'hm', answer: 'Yes.' }],
    ['is only at the beginning', 'No. <think>hm</think>', { thinking: null, answer: 'No. <think>hm</think>' }],
    ['may never end', '<think>hm', { thinking: 'hm', answer: null }],
    ['is not HTML that looks like it', '<thinker>hm', { thinking: null, answer: '<thinker>hm' }],
  ])('%s', (_, text, expected) => {
    expect(splitThinking(text, false)).toEqual(expected)
  })

  test('is folded at every moment while it comes', () => {
    const text = '<think>It is four.</think>Four.'
    for (let end = 1; end <= text.length; end += 1) {
      const { thinking, answer } = splitThinking(text.slice(0, end), true)
      expect(thinking).not.toBeNull()
      expect(`${thinking}${answer ?? ''}`).not.toMatch(/[<>]/)
    }
  })
})
