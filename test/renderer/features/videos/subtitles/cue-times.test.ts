import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cueAt, frameParts, shiftedCues } from '../../../../../src/renderer/features/videos/subtitles/cue-times.ts'
import type { BurntCue } from '../../../../../src/shared/burnt-cue.ts'

const cue = (from: number, to: number): BurntCue => ({ from, to, lines: [`${from}`] })

/** Cues in order, each at least 42 ms long, as main makes them. */
const someCues = fc
  .array(fc.record({ pause: fc.integer({ min: 0, max: 3_000 }), length: fc.integer({ min: 42, max: 6_000 }) }), {
    minLength: 1,
    maxLength: 20,
  })
  .map((parts) => {
    let at = 0
    return parts.map(({ length, pause }) => {
      const from = at + pause
      at = from + length
      return cue(from / 1000, at / 1000)
    })
  })

/** Times of frames from a rate; timestamps are whole µs, as in files. */
function framesAt(rate: number, end: number): readonly number[] {
  const count = Math.ceil(end * rate) + 2
  return Array.from({ length: count }, (_, index) => Math.round((index * 1e6) / rate) / 1e6)
}

/** Shows the frames, and returns when each cue appears and disappears. */
function shown(
  cues: readonly BurntCue[],
  times: readonly number[],
): ReadonlyMap<BurntCue, { from: number; to: number }> {
  const seen = new Map<BurntCue, { from: number; to: number }>()
  for (const [index, time] of times.entries()) {
    const next = times[index + 1]
    if (next === undefined) break
    for (const part of frameParts(cues, { time, duration: next - time })) {
      if (part.cue === null) continue
      const first = seen.get(part.cue)
      seen.set(part.cue, { from: first?.from ?? part.time, to: part.time + part.duration })
    }
  }
  return seen
}

function worstError(cues: readonly BurntCue[], times: readonly number[]): number {
  const seen = shown(cues, times)
  return Math.max(
    ...cues.map((one) => {
      const times = seen.get(one)
      if (times === undefined) return Number.POSITIVE_INFINITY
      return Math.max(Math.abs(times.from - one.from), Math.abs(times.to - one.to))
    }),
  )
}

const endOf = (cues: readonly BurntCue[]): number => (cues.at(-1)?.to ?? 0) + 0.2

describe('the cue of a frame', () => {
  test('a cue is shown from its start, and no longer at its end', () => {
    const cues = [cue(1, 2), cue(2, 3)]
    expect([0.999, 1, 1.999, 2, 2.999, 3].map((time) => cueAt(cues, time)?.from ?? null)).toEqual([
      null,
      1,
      1,
      2,
      2,
      null,
    ])
    expect(cueAt([], 0)).toBeNull()
  })

  test.each([24, 24_000 / 1001, 25, 30, 50, 60])(
    'at %d frames a second every cue is at most half a frame off',
    (rate) => {
      fc.assert(
        fc.property(someCues, (cues) => {
          expect(worstError(cues, framesAt(rate, endOf(cues)))).toBeLessThanOrEqual(0.5 / rate + 2e-6)
        }),
        { seed: 3710, numRuns: 60 },
      )
    },
  )

  test('at any frame times every cue is at most 40 ms off', () => {
    fc.assert(
      fc.property(
        someCues,
        fc.array(fc.integer({ min: 4, max: 900 }), { minLength: 400, maxLength: 400 }),
        (cues, steps) => {
          const times = [0]
          for (let at = 0, index = 0; at < endOf(cues); index += 1) {
            at += (steps[index % steps.length] ?? 4) / 1000
            times.push(at)
          }
          times.push(endOf(cues) + 2)
          expect(worstError(cues, times)).toBeLessThanOrEqual(0.04)
        },
      ),
      { seed: 3711, numRuns: 60 },
    )
  })

  test('the parts of a long frame fill its time', () => {
    const parts = frameParts([cue(1.2, 1.4), cue(1.4, 1.6)], { time: 1, duration: 1 })
    expect(parts.map((part) => [part.time, part.cue?.from ?? null])).toEqual([
      [1, null],
      [1.2, 1.2],
      [1.4, 1.4],
      [1.6, null],
    ])
    expect(parts.reduce((sum, { duration }) => sum + duration, 0)).toBeCloseTo(1)
  })

  test('an offset moves cues, and drops those before the beginning', () => {
    expect(shiftedCues([cue(0, 1), cue(1, 3), cue(4, 5)], -2)).toMatchObject([
      { from: 0, to: 1 },
      { from: 2, to: 3 },
    ])
    expect(shiftedCues([cue(0, 1)], 1.5)).toMatchObject([{ from: 1.5, to: 2.5 }])
  })
})
