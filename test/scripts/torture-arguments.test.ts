import { expect, test } from 'vitest'
import { roundsAndSeed } from '../../scripts/torture-arguments.ts'

test('rounds and seed are whole numbers, or the defaults', () => {
  expect(roundsAndSeed(100, ['20', '7'])).toEqual({ rounds: 20, seed: 7 })
  expect(roundsAndSeed(100, ['20']).rounds).toBe(20)
  expect(roundsAndSeed(100, [])).toEqual({ rounds: 100, seed: expect.any(Number) })
})

test.each([[['--seed', '7']], [['0']], [['1.5']], [['20', 'x']], [['20', '-1']]])(
  '%j is refused, because it would run nothing or something unintended',
  (words) => {
    expect(() => roundsAndSeed(100, words)).toThrow('not a number')
  },
)
