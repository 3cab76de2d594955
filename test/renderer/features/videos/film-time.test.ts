import { expect, it } from 'vitest'
import {
  lastFrameTime,
  placeAt,
  startsOf,
  stillSize,
} from '../../../../src/renderer/features/videos/storyboard/film-time.ts'

const starts = startsOf([{ seconds: 5 }, { seconds: 10 }, { seconds: 2.5 }])

it('each clip begins where the one before ends', () => {
  expect(starts).toEqual([0, 5, 15, 17.5])
  expect(startsOf([])).toEqual([0])
})

it('a time of the film is a time within a clip', () => {
  expect(placeAt(starts, 0)).toEqual({ index: 0, at: 0 })
  expect(placeAt(starts, 4.5)).toEqual({ index: 0, at: 4.5 })
  expect(placeAt(starts, 5)).toEqual({ index: 1, at: 0 })
  expect(placeAt(starts, 16)).toEqual({ index: 2, at: 1 })
})

it('a time outside the film is its beginning or its end', () => {
  expect(placeAt(starts, -3)).toEqual({ index: 0, at: 0 })
  expect(placeAt(starts, 99)).toEqual({ index: 2, at: 2.5 })
  expect(placeAt([0], 3)).toEqual({ index: 0, at: 0 })
})

it('the last frame is just before the end', () => {
  expect(lastFrameTime(5)).toBeCloseTo(4.99)
  expect(lastFrameTime(0)).toBe(0)
  expect(lastFrameTime(Number.POSITIVE_INFINITY)).toBe(0)
})

it('a still picture keeps its proportions and does not grow', () => {
  expect(stillSize({ width: 1280, height: 720 })).toEqual({ width: 320, height: 180 })
  expect(stillSize({ width: 90, height: 160 })).toEqual({ width: 90, height: 160 })
})
