import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  frameLength,
  placeWords,
  rates,
  soughtTime,
  steppedRate,
  steppedTime,
  usualFrame,
  withSample,
} from '../../../../src/renderer/features/videos/view/frame-stepping.ts'

describe('the length of a video frame', () => {
  it('a frame lasts a thirtieth of a second until the video has shown its own rate', () => {
    expect(frameLength([])).toBe(usualFrame)
  })

  it('the frame length is the median of the observed frames, even with some dropped', () => {
    const seen = [0.04, 0.04, 0.08, 0.04, 0.2].reduce<readonly number[]>(withSample, [])
    expect(frameLength(seen)).toBe(0.04)
  })

  it('jumps and duplicates do not change the frame length', () => {
    expect([0, -1, 0.5, 3, Number.NaN].reduce<readonly number[]>(withSample, [])).toEqual([])
  })
})

describe('stepping through frames', () => {
  const frame = 1 / 25

  it('a step leads to the middle of the next frame, or of the last one', () => {
    expect(steppedTime(0, 1, frame, 5)).toBeCloseTo(1.5 * frame)
    expect(steppedTime(1.5 * frame, 1, frame, 5)).toBeCloseTo(2.5 * frame)
    expect(steppedTime(2.5 * frame, -1, frame, 5)).toBeCloseTo(1.5 * frame)
    // exactly between two frames, the later one is shown
    expect(steppedTime(2 * frame, -1, frame, 5)).toBeCloseTo(1.5 * frame)
  })

  it('a step stays within the video', () => {
    expect(steppedTime(0, -1, frame, 5)).toBeCloseTo(0.5 * frame)
    expect(steppedTime(5, 1, frame, 5)).toBeLessThan(5)
  })

  it('steps back and forth return to the same frame', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.constantFrom(24, 25, 29.97, 30, 60), (count, fps) => {
        const length = 1 / fps
        let time = 0.5 * length
        for (let step = 0; step < count; step += 1) time = steppedTime(time, 1, length, 10)
        expect(Math.floor(time / length)).toBe(count)
        for (let step = 0; step < count; step += 1) time = steppedTime(time, -1, length, 10)
        expect(time).toBeCloseTo(0.5 * length)
      }),
    )
  })
})

it('seeks within the video', () => {
  expect(soughtTime(-1, 5)).toBe(0)
  expect(soughtTime(2.5, 5)).toBe(2.5)
  expect(soughtTime(9, 5)).toBe(5)
  expect(soughtTime(9, Number.NaN)).toBe(9)
})

it('the keys go through the speeds, and stay at either end', () => {
  expect(steppedRate(1, 1)).toBe(1.25)
  expect(steppedRate(1, -1)).toBe(0.75)
  expect(steppedRate(2, 1)).toBe(2)
  expect(steppedRate(0.25, -1)).toBe(0.25)
  expect([rates[0], rates.at(-1)]).toEqual([0.25, 2])
})

it('positions are shown to the hundredth of a second', () => {
  expect(placeWords(0)).toBe('0:00.00')
  expect(placeWords(0.93)).toBe('0:00.93')
  expect(placeWords(65.5)).toBe('1:05.50')
})
