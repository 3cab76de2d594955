import { expect, test } from 'vitest'
import { canBeTiles, kindsOfList, kindsOfTiles, tilesFor } from '../../../../src/renderer/features/history/tiles.ts'

test('only pictures and videos can be tiles', () => {
  expect(canBeTiles({ kinds: ['image'] })).toBe(true)
  expect(canBeTiles({ kinds: ['video', 'image'] })).toBe(true)
  expect(canBeTiles({ kinds: ['image', 'chat'] })).toBe(false)
  expect(canBeTiles({ kinds: [] })).toBe(false)
})

test('tiles filter the list to items with a picture, and the list view undoes that', () => {
  expect(kindsOfTiles({ kinds: [] })).toEqual(['image', 'video'])
  expect(kindsOfTiles({ kinds: ['chat'] })).toEqual(['image', 'video'])
  expect(kindsOfTiles({ kinds: ['video'] })).toEqual(['video'])
  expect(kindsOfList({ kinds: kindsOfTiles({ kinds: [] }) })).toEqual([])
  expect(kindsOfList({ kinds: ['video'] })).toEqual(['video'])
})

test('tiles fill the width, at least two in a row', () => {
  for (const width of [0, 90, 300, 377, 640, 960, 2_400]) {
    const { columns, side } = tilesFor(width)
    expect(columns).toBeGreaterThanOrEqual(2)
    if (width >= 300) expect(columns * side + (columns - 1) * 8).toBeLessThanOrEqual(width)
    if (width >= 376) expect(side).toBeGreaterThanOrEqual(180)
  }
})
