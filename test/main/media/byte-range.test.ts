import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerRange } from '../../../src/main/media/byte-range.ts'

describe('a range of a file of 1000 bytes', () => {
  it.each([
    [null, { status: 200, start: 0, length: 1000 }],
    ['bytes=0-', { status: 206, start: 0, length: 1000 }],
    ['bytes=0-0', { status: 206, start: 0, length: 1 }],
    ['bytes=10-19', { status: 206, start: 10, length: 10 }],
    ['bytes=990-2000', { status: 206, start: 990, length: 10 }],
    ['bytes=999-', { status: 206, start: 999, length: 1 }],
    ['bytes=-1', { status: 206, start: 999, length: 1 }],
    ['bytes=-5000', { status: 206, start: 0, length: 1000 }],
    ['BYTES= 1-2 ', { status: 206, start: 1, length: 2 }],
    ['bytes=1000-', { status: 416 }],
    ['bytes=1000-1001', { status: 416 }],
    ['bytes=-0', { status: 416 }],
    // RFC 9110: malformed headers, other units and unsupported ranges are ignored
    ['bytes=5-4', { status: 200, start: 0, length: 1000 }],
    ['bytes=-', { status: 200, start: 0, length: 1000 }],
    ['bytes=0-1,5-6', { status: 200, start: 0, length: 1000 }],
    ['items=0-1', { status: 200, start: 0, length: 1000 }],
    ['bytes=a-b', { status: 200, start: 0, length: 1000 }],
    ['', { status: 200, start: 0, length: 1000 }],
  ])('reads the range %j', (header, answer) => expect(answerRange(header, 1000)).toEqual(answer))
})

it('answers a range of an empty file', () => {
  expect(answerRange(null, 0)).toEqual({ status: 200, start: 0, length: 0 })
  expect(answerRange('bytes=0-', 0)).toEqual({ status: 416 })
  expect(answerRange('bytes=-5', 0)).toEqual({ status: 416 })
})

it('never shortens an open-ended range, however large the file', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 45 }),
      fc.double({ min: 0, max: 0.999999, noNaN: true }),
      (size, part) => {
        const start = Math.floor(size * part)
        expect(answerRange(`bytes=${start}-`, size)).toEqual({ status: 206, start, length: size - start })
      },
    ),
  )
})

it('a range stays inside the file for any header', () => {
  const header = fc.oneof(
    fc.string(),
    fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `bytes=${a}-${b}`),
    fc.nat().map((n) => `bytes=-${n}`),
  )
  fc.assert(
    fc.property(header, fc.nat(), (asked, size) => {
      const answer = answerRange(asked, size)
      if (answer.status === 416) return
      expect(answer.start + answer.length).toBeLessThanOrEqual(size)
      expect(answer.start).toBeGreaterThanOrEqual(0)
      if (answer.status === 206) expect(answer.length).toBeGreaterThan(0)
    }),
  )
})
