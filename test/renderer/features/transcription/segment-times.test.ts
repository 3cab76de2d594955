import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  readTimes,
  setTimes,
  timeProblem,
  typedTimes,
} from '../../../../src/renderer/features/transcription/edit/segment-times.ts'
import { readTime, timeText } from '../../../../src/renderer/features/transcription/edit/time-text.ts'
import { segment, spoken } from './segments-made.ts'

describe('a typed time', () => {
  it.each([
    ['0:12.300', 12_300],
    ['1:02:03.45', 3_723_450],
    ['1:02:03,450', 3_723_450],
    ['90:00', 5_400_000],
    ['7', 7000],
    ['7.5', 7500],
    [' 1：02．5 ', 62_500],
    ['１:０２', 62_000],
  ])('a typed time reads %s', (text, ms) => {
    expect(readTime(text)).toBe(ms)
  })

  it.each(['', 'soon', '1:60', '1:60:00', '1:2:3:4', '-1:00', '1:00.1234', '1:', '1e3', '9'.repeat(40)])(
    'refuses “%s”',
    (text) => {
      expect(readTime(text)).toBeNull()
    },
  )

  it('a written time is read back unchanged', () => {
    fc.assert(
      fc.property(fc.nat(400_000_000), (ms) => {
        expect(readTime(timeText(ms))).toBe(ms)
      }),
    )
  })
})

describe('typed times of a segment', () => {
  const one = segment('one', { from: 1000.4, to: 2000 })

  it('untouched times change nothing', () => {
    expect(readTimes(one, typedTimes(one))).toBeNull()
    expect(readTimes(segment('none'), { from: '', to: '' })).toBeNull()
  })

  it('a changed start keeps the exact end, and the other way round', () => {
    expect(readTimes(one, { ...typedTimes(one), to: '0:01.500' })).toEqual({ from: 1000.4, to: 1500 })
  })

  it('times need a start and an end, each valid', () => {
    const untimed = segment('none')
    expect(readTimes(untimed, { from: '0:01', to: '' })).toEqual({ kind: 'half' })
    expect(readTimes(untimed, { from: 'soon', to: '' })).toEqual({ kind: 'unreadable' })
    expect(readTimes(one, { from: '0:01', to: 'later' })).toEqual({ kind: 'unreadable' })
    expect(readTimes(untimed, { from: '0:01', to: '0:02' })).toEqual({ from: 1000, to: 2000 })
  })
})

describe('times of a segment', () => {
  const [first, second, third] = [
    segment('one', { from: 0, to: 1000 }),
    segment('two', { from: 1000, to: 2000 }),
    segment('three', { from: 3000, to: 4000 }),
  ]
  const all = [first, segment('loose'), second, third]
  const problem = (from: number, to: number, id = second.id) => timeProblem(all, id, { from, to }, 4000.4)

  it('times end after their start and within the recording', () => {
    expect(problem(1500, 1500)).toEqual({ kind: 'order' })
    expect(problem(1500, 1400)).toEqual({ kind: 'order' })
    expect(problem(3500, 4100, third.id)).toEqual({ kind: 'beyond', at: 4000.4 })
    expect(problem(3500, 4001, third.id)).toBeNull()
    expect(timeProblem([third], third.id, { from: 3500, to: 9000 }, null)).toBeNull()
  })

  it('times keep the order of the nearest segments with times', () => {
    expect(problem(900, 2000)).toEqual({ kind: 'before', at: 1000 })
    expect(problem(1000, 3100)).toEqual({ kind: 'after', at: 3000 })
    expect(problem(1000, 3000)).toBeNull()
  })

  it('a time that was out of order before may stay', () => {
    const overlapping = [segment('one', { from: 0, to: 1500 }), segment('two', { from: 1000, to: 2000 })]
    const id = overlapping[1]?.id ?? ''
    expect(timeProblem(overlapping, id, { from: 1000, to: 1800 }, null)).toBeNull()
    expect(timeProblem(overlapping, id, { from: 1100, to: 1800 }, null)).toEqual({ kind: 'before', at: 1500 })
  })

  it('displayed times count as unchanged, although stored ones have fractions', () => {
    const cut = [segment('one', { from: 0, to: 1000.4 }), segment('two', { from: 1000.4, to: 2000 })]
    expect(timeProblem(cut, cut[1]?.id ?? '', { from: 1000, to: 1800 }, null)).toBeNull()
    expect(timeProblem(cut, cut[0]?.id ?? '', { from: 100, to: 1001 }, null)).toBeNull()
  })

  it('times typed for a segment without times are exact, no longer estimated', () => {
    const [, loose] = all
    const after = setTimes(all, loose?.id ?? '', { from: 1000, to: 1000.5 })
    expect(after[1]).toMatchObject({ text: 'loose', from: 1000, to: 1000.5 })
    expect(after[0]).toBe(first)
  })

  it('words of the text keep their times within the segment', () => {
    const said = { ...spoken('a b c d', 1000, 5000), mended: true }
    const [trimmed] = setTimes([said], said.id, { from: 1500, to: 4500 })
    expect(trimmed?.mended).toBe(false)
    expect(trimmed?.words.map(({ from, to }) => [from, to])).toEqual([
      [1500, 2000],
      [2000, 3000],
      [3000, 4000],
      [4000, 4500],
    ])
    const [moved] = setTimes([said], said.id, { from: 10_000, to: 14_000 })
    expect(moved?.words[0]).toMatchObject({ from: 10_000, to: 11_000 })
    expect(moved?.words[3]).toMatchObject({ from: 13_000, to: 14_000 })
  })

  it('unchanged times make no edit', () => {
    expect(setTimes(all, second.id, { from: 1000, to: 2000 })).toEqual(all)
    expect(setTimes(all, second.id, { from: 1000, to: 2000 })[2]).toBe(second)
  })
})
