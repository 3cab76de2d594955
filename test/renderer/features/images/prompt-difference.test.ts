import { expect, it } from 'vitest'
import { differenceOf, textWith } from '../../../../src/renderer/features/images/prompt-difference.ts'

const before = 'a red boat on a lake'
const after = 'a small red boat on a calm lake at dawn'

it('names the changed words, and joins changes with only spaces between them', () => {
  expect(differenceOf(before, after)).toEqual([
    { kind: 'same', text: 'a ' },
    { kind: 'changed', before: '', after: 'small ' },
    { kind: 'same', text: 'red boat on a ' },
    { kind: 'changed', before: '', after: 'calm ' },
    { kind: 'same', text: 'lake' },
    { kind: 'changed', before: '', after: ' at dawn' },
  ])
  expect(differenceOf('old and grey', 'young or bright').filter(({ kind }) => kind === 'same')).toEqual([])
})

it('compares Chinese character by character', () => {
  expect(differenceOf('一条红船', '一条小红船')).toEqual([
    { kind: 'same', text: '一条' },
    { kind: 'changed', before: '', after: '小' },
    { kind: 'same', text: '红船' },
  ])
})

it('gives either text back, or any mixture', () => {
  const parts = differenceOf(before, after)
  const all = new Set(parts.keys())
  expect([textWith(parts, new Set()), textWith(parts, all)]).toEqual([before, after])
  expect(textWith(parts, new Set([1]))).toBe('a small red boat on a lake')
  expect(differenceOf('', 'x')).toEqual([{ kind: 'changed', before: '', after: 'x' }])
  expect(differenceOf('same', 'same')).toEqual([{ kind: 'same', text: 'same' }])
})

it('treats texts that are too long to compare as one change', () => {
  const long = Array.from({ length: 3_000 }, (_, index) => `w${index}`).join(' ')
  expect(differenceOf(long, `${long} end`)).toHaveLength(1)
})
