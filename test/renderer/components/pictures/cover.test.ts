import { expect, test } from 'vitest'
import { coverOf } from '../../../../src/renderer/components/pictures/cover.ts'

test('a square tile shows the middle of a picture, whole in its shorter side', () => {
  expect(coverOf({ width: 600, height: 400 })).toEqual({ x: 100, y: 0, length: 400 })
  expect(coverOf({ width: 37, height: 90 })).toEqual({ x: 0, y: 26.5, length: 37 })
  expect(coverOf({ width: 5, height: 5 })).toEqual({ x: 0, y: 0, length: 5 })
})
