import { describe, expect, test } from 'vitest'
import {
  type FillerWord,
  fillerCounts,
  removeFillers,
  sureFillers,
  withoutFillers,
} from '../../../../../src/renderer/features/transcription/edit/fillers.ts'
import { segment } from '../segments-made.ts'

const english = sureFillers('en')
const chinese = sureFillers('zh')

describe('a text without fillers', () => {
  test.each([
    ['Um, I think so.', 'I think so.'],
    ['I, uh, think so.', 'I, think so.'],
    ['Yes. Er, no.', 'Yes. No.'],
    ['The summer hums, umbrellas err.', 'The summer hums, umbrellas err.'],
    ['It is, um.', 'It is.'],
    ['Uh, um, well.', 'Well.'],
    ['Mm.', ''],
  ])('%s becomes %s', (text, expected) => {
    expect(withoutFillers(text, english)).toBe(expected)
  })

  test.each([
    ['嗯，我觉得可以。', '我觉得可以。'],
    ['我觉得，呃，可以。', '我觉得，可以。'],
    ['嗯嗯。', ''],
    ['那个人来了。', '那个人来了。'],
  ])('%s becomes %s', (text, expected) => {
    expect(withoutFillers(text, chinese)).toBe(expected)
  })

  test('keeps words that are fillers in another language', () => {
    expect(withoutFillers('Er kommt um acht.', sureFillers('de'))).toBe('Er kommt um acht.')
    expect(withoutFillers('Er kommt um acht.', sureFillers(null))).toBe('Er kommt um acht.')
  })
})

describe('segments without fillers', () => {
  const words = [
    { from: 0, to: 100, text: 'Um,' },
    { from: 100, to: 200, text: 'well' },
  ]
  const segments = [
    segment('a', { text: 'Um, well', words }),
    segment('b', { text: 'Uh.' }),
    segment('c', { text: 'Yes.' }),
  ]

  test('lose those that were only fillers, keep the times of the others, and leave unchanged ones alone', () => {
    const [first, second, ...others] = removeFillers(segments, english)
    expect(others).toEqual([])
    expect(first).toMatchObject({ text: 'Well', words: [{ text: 'well' }] })
    expect(second).toBe(segments[2])
  })

  test('are counted by their fillers', () => {
    expect([...fillerCounts(segments)]).toEqual([
      ['um', 1],
      ['uh', 1],
    ] satisfies (readonly [FillerWord, number])[])
  })
})
