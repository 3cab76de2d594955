import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerParts, callRounds } from '../../../../../src/renderer/features/chat/state/answer-parts.ts'
import { toolCall } from '../tools/calls-made.ts'

const split = (text: string, ...ends: readonly number[]) =>
  answerParts(text, callRounds(ends.map((textEnd, round) => toolCall(`c${round}`, { round, textEnd }))))

describe('the text of an answer', () => {
  test('an answer without calls has one text part', () => {
    expect(split('one\n\ntwo')).toEqual([{ start: 0, text: 'one\n\ntwo', round: null }])
  })

  test('the text is split where a round ended, without the blank lines between', () => {
    expect(split('one\n\ntwo', 3).map(({ start, text }) => [start, text])).toEqual([
      [0, 'one'],
      [5, 'two'],
    ])
  })

  test('an empty part comes before a call at the start, and after one at the end', () => {
    expect(split('', 0).map(({ text }) => text)).toEqual(['', ''])
    expect(split('one', 3).map(({ text }) => text)).toEqual(['one', ''])
  })

  test('calls of one round stay together, in order', () => {
    const calls = [toolCall('a'), toolCall('b', { round: 1, textEnd: 2 }), toolCall('c', { round: 1, textEnd: 2 })]
    const parts = answerParts('one', callRounds(calls))
    expect(parts.map(({ round }) => round?.calls.map(({ id }) => id) ?? [])).toEqual([['a'], ['b', 'c'], []])
  })

  test('finished parts are kept while the answer grows', () => {
    const whole = 'first round\n\nsecond round\n\nand the rest of it'
    const finished = (length: number) => split(whole.slice(0, length), 11, 25).slice(0, 2)
    for (let length = 27; length < whole.length; length += 1) expect(finished(length)).toEqual(finished(27))
  })

  test('the parts are never longer than the text or out of order, wherever the ends are', () => {
    const seed = Date.now()
    fc.assert(
      fc.property(fc.string(), fc.array(fc.integer({ min: -5, max: 60 }), { maxLength: 5 }), (text, ends) => {
        const parts = split(text, ...ends)
        expect(parts.length).toBe(ends.length + 1)
        let at = 0
        for (const part of parts) {
          expect(part.start).toBeGreaterThanOrEqual(at)
          expect(text.slice(part.start, part.start + part.text.length)).toBe(part.text)
          expect(text.slice(at, part.start).replaceAll('\n', '')).toBe('')
          at = part.start + part.text.length
        }
        expect(at).toBe(text.length)
      }),
      { seed, verbose: true },
    )
  })
})
