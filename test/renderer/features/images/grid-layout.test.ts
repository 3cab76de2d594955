import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cellsInView,
  heightOf,
  layoutFor,
  placeOf,
  scrollFor,
  scrollKept,
  tileMax,
} from '../../../../src/renderer/features/images/grid-layout.ts'

describe('the layout', () => {
  it('is that of the look in a window of 1280 px', () => {
    expect(layoutFor(896)).toEqual({ columns: 4, tile: 207 })
    expect(placeOf(layoutFor(896), 5)).toEqual({ x: 16 + 219, y: 16 + 219 })
  })

  it('always fits its width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 4000 }), (width) => {
        const { columns, tile } = layoutFor(width)
        expect(columns * tile + (columns - 1) * 12 + 32).toBeLessThanOrEqual(width)
      }),
    )
  })

  it('has tiles of its largest size at most, where there are three or more in a row', () => {
    const tiles = Array.from({ length: 4000 }, (_, width) => layoutFor(width)).filter(({ columns }) => columns > 2)
    expect(Math.max(...tiles.map(({ tile }) => tile))).toBe(tileMax)
  })

  it('has fewer and larger tiles where the person wants them, and keeps the row in view', () => {
    expect(layoutFor(896, 280)).toEqual({ columns: 3, tile: 280 })
    expect(layoutFor(896, 120)).toEqual({ columns: 6, tile: 134 })
    fc.assert(
      fc.property(
        fc.integer({ min: 400, max: 3000 }),
        fc.integer({ min: 120, max: 300 }),
        fc.nat({ max: 20_000 }),
        (width, least, top) => {
          const [before, after] = [layoutFor(width), layoutFor(width, least)]
          const first = Math.round((top - 16) / (before.tile + 12)) * before.columns
          const kept = scrollKept(before, after, top)
          expect(kept).toBeGreaterThanOrEqual(0)
          const { y } = placeOf(after, Math.max(0, first))
          expect(y).toBeGreaterThanOrEqual(kept)
          expect(y).toBeLessThan(kept + after.tile)
        },
      ),
    )
  })

  it('has every cell in view among those it draws, and few others', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 300, max: 3000 }),
        fc.integer({ min: 0, max: 20_000 }),
        fc.nat({ max: 200_000 }),
        fc.integer({ min: 100, max: 2000 }),
        (width, cells, top, height) => {
          const layout = layoutFor(width)
          const { from, to } = cellsInView(layout, top, height, cells)
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThanOrEqual(cells)
          expect(to - from).toBeLessThanOrEqual((Math.ceil(height / (layout.tile + 12)) + 6) * layout.columns)
          for (const cell of [from - 1, to]) {
            if (cell < 0 || cell >= cells) continue
            const { y } = placeOf(layout, cell)
            expect(y + layout.tile < top || y > top + height).toBe(true)
          }
        },
      ),
    )
  })

  it('is as high as its rows', () => {
    const layout = layoutFor(896)
    expect(heightOf(layout, 0)).toBe(0)
    expect(heightOf(layout, 5)).toBe(32 + 2 * 207 + 12)
  })

  it('scrolls no more than it must', () => {
    const layout = layoutFor(896)
    expect(scrollFor(layout, 0, 0, 700)).toBe(0)
    expect(scrollFor(layout, 8, 0, 700)).toBe(0)
    expect(scrollFor(layout, 16, 0, 700)).toBe(16 + 4 * 219 + 207 + 16 - 700)
    expect(scrollFor(layout, 0, 500, 700)).toBe(0)
  })
})
