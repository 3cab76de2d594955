import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  anchorAt,
  cellsInView,
  type GridLayout,
  layoutFor,
  moveBy,
  rowTop,
  scrollFor,
  scrollKept,
} from '../../../../src/renderer/features/images/grid-layout.ts'
import { longestSide } from '../../../../src/renderer/features/images/tile-shape.ts'

const [square, wide, tall] = [1, 1.5, 2 / 3]
const width = fc.integer({ min: 200, max: 3000 })
const wanted = fc.integer({ min: 120, max: 300 })
const shape = fc.double({ min: 0.05, max: 20, noNaN: true })
const shapes = fc.array(shape, { maxLength: 300 })

/** Widths of the cells of each row. */
const widths = ({ cells, rows }: GridLayout) =>
  rows.map(({ from, to }) => cells.slice(from, to).map((cell) => cell.width))

/** Tops and heights of the rows. */
const bands = ({ rows }: GridLayout) => rows.map(({ y, height }) => [y, height])

describe('the layout of the grid', () => {
  it('every picture has its own shape, in rows of equal height that fill the width', () => {
    const layout = layoutFor(935, 200, [wide, square, tall, wide, wide, square])
    expect(bands(layout)).toEqual([
      [16, 188],
      [212, 200],
    ])
    expect(widths(layout)).toEqual([
      [283, 188, 125, 283],
      [300, 200],
    ])
  })

  it('a short last row is left open, at the wanted height', () => {
    expect(widths(layoutFor(935, 200, [square, wide]))).toEqual([[200, 300]])
    expect(layoutFor(935, 200, []).height).toBe(0)
  })

  it('every row but the last fills the width, and nothing overlaps', () => {
    fc.assert(
      fc.property(width, wanted, shapes, (across, high, ratios) => {
        const layout = layoutFor(across, high, ratios)
        expect(layout.cells).toHaveLength(ratios.length)
        expect(layout.rows.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at))).toEqual([
          ...ratios.keys(),
        ])
        let below = 8
        for (const { y, height, from, to } of layout.rows) {
          expect(y).toBe(below + 8)
          below = y + height
          const row = layout.cells.slice(from, to)
          let right = 8
          for (const cell of row) {
            expect(cell).toMatchObject({ x: right + 8, y, height })
            right = cell.x + cell.width
          }
          if (to < ratios.length) expect(right).toBe(across - 16)
          else expect(right).toBeLessThanOrEqual(across - 16)
        }
        expect(layout.height).toBe(ratios.length === 0 ? 0 : below + 16)
      }),
    )
  })

  it('the shape of each picture is kept to a pixel, except for very wide and very tall ones', () => {
    fc.assert(
      fc.property(width, wanted, shapes, (across, high, ratios) => {
        for (const [index, cell] of layoutFor(across, high, ratios).cells.entries()) {
          const ratio = Math.min(Math.max(ratios[index] ?? 1, 0.5), 4)
          // the height is rounded as well
          expect(Math.abs(cell.width - ratio * cell.height)).toBeLessThanOrEqual(1 + ratio)
        }
      }),
    )
  })

  it('rows have about the wanted height if several pictures fit into the width', () => {
    const usual = fc.constantFrom(square, wide, tall, 16 / 9, 9 / 16)
    fc.assert(
      fc.property(
        fc.integer({ min: 900, max: 3000 }),
        fc.integer({ min: 120, max: 220 }),
        fc.array(usual, { minLength: 20, maxLength: 300 }),
        (across, high, ratios) => {
          for (const { height } of layoutFor(across, high, ratios).rows.slice(0, -1)) {
            expect(height).toBeGreaterThan(high * 0.7)
            expect(height).toBeLessThan(high * 1.4)
          }
        },
      ),
    )
  })

  it('later rows stay the same when a picture is added at the front', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(square, wide, tall), { minLength: 60, maxLength: 90 }), (ratios) => {
        const starts = (layout: GridLayout, added: number) => layout.rows.map(({ from }) => from - added)
        const before = starts(layoutFor(935, 200, ratios), 0)
        const after = new Set(starts(layoutFor(935, 200, [square, ...ratios]), 1))
        const firstShared = before.findIndex((start) => after.has(start))
        const later = firstShared < 0 ? [] : before.slice(firstShared)
        expect(later.filter((start) => !after.has(start))).toEqual([])
      }),
    )
  })

  it('pictures are prepared in their displayed size', () => {
    const ratios = [wide, square, tall, wide, wide, square, tall, wide]
    for (const [index, cell] of layoutFor(935, 200, ratios).cells.entries())
      expect(Math.max(cell.width, cell.height)).toBeLessThanOrEqual(longestSide(200, ratios[index] ?? 1))
  })
})

describe('the visible part of the grid', () => {
  it('every visible cell is mounted, and few others', () => {
    fc.assert(
      fc.property(
        width,
        wanted,
        shapes,
        fc.nat({ max: 20_000 }),
        fc.integer({ min: 100, max: 2000 }),
        (across, high, ratios, top, height) => {
          const layout = layoutFor(across, high, ratios)
          const { from, to } = cellsInView(layout, top, height)
          for (const cell of [layout.cells[from - 1], layout.cells[to]]) {
            if (cell !== undefined) expect(cell.y + cell.height < top || cell.y > top + height).toBe(true)
          }
          const rows = new Set(layout.cells.slice(from, to).map(({ y }) => y))
          expect([...rows].filter((y) => y > top + height).length).toBeLessThanOrEqual(2)
          expect(rowTop(layout, top)).toBeLessThanOrEqual(Math.max(top, 16))
        },
      ),
    )
  })

  it('scrolls no further than necessary', () => {
    const layout = layoutFor(
      848,
      196,
      Array.from({ length: 40 }, () => square),
    )
    const step = (layout.rows[1]?.y ?? 0) - 16
    expect(scrollFor(layout, 0, 0, 700)).toBe(0)
    expect(scrollFor(layout, 8, 0, 700)).toBe(0)
    expect(scrollFor(layout, 16, 0, 700)).toBe(16 + 5 * step - 8 + 16 - 700)
    expect(scrollFor(layout, 0, 500, 700)).toBe(0)
  })

  it('keeps the first visible picture in place when the layout changes', () => {
    fc.assert(
      fc.property(
        width,
        wanted,
        wanted,
        fc.array(shape, { minLength: 1, maxLength: 300 }),
        fc.nat({ max: 20_000 }),
        (across, high, other, ratios, scrolled) => {
          const before = layoutFor(across, high, ratios)
          const top = Math.min(scrolled, before.height)
          const anchor = anchorAt(before, top)
          if (anchor === null) return
          const after = layoutFor(across, other, ratios)
          const kept = scrollKept(after, anchor)
          expect(kept).toBeGreaterThanOrEqual(0)
          if (kept > 0) expect((after.cells[anchor.cell]?.y ?? 0) - kept).toBe(anchor.below)
          expect(scrollKept(before, anchor)).toBe(top)
        },
      ),
    )
    expect(anchorAt(layoutFor(935, 200, [square, wide]), 0)).toBeNull()
  })
})

describe('the keys of the grid', () => {
  // rows of [0 1 2 3], [4 5 6 7] and [8 9]
  const layout = layoutFor(935, 200, [wide, square, tall, wide, wide, square, wide, tall, wide, wide])
  const go = (key: string, cell: number, column: number | null = null, mod = false) =>
    moveBy(layout, key, { cell, column, view: 250, mod })

  it('keys move to the nearest picture of the next row', () => {
    expect(layout.rows.map(({ from }) => from)).toEqual([0, 4, 8])
    expect(go('ArrowRight', 3)).toEqual({ cell: 4, column: null })
    expect(go('ArrowLeft', 0)?.cell).toBe(0)
    expect(go('ArrowDown', 0)?.cell).toBe(4)
    expect(go('ArrowDown', 3)?.cell).toBe(7)
    expect(go('ArrowUp', 5)?.cell).toBe(1)
    expect(go('ArrowDown', 5)?.cell).toBe(9)
  })

  it('keys keep their column on the way down and up', () => {
    const down = go('ArrowDown', 5)
    const up = go('ArrowUp', down?.cell ?? 0, down?.column)
    expect(up).toEqual({ cell: 5, column: down?.column })
  })

  it('keys stop at the edges, and move to the ends of rows and of the grid', () => {
    expect(go('ArrowUp', 2)?.cell).toBe(2)
    expect(go('ArrowDown', 8)?.cell).toBe(8)
    expect(go('ArrowRight', 9)?.cell).toBe(9)
    expect([go('Home', 2)?.cell, go('End', 0)?.cell]).toEqual([0, 3])
    expect([go('Home', 6, null, true)?.cell, go('End', 0, null, true)?.cell]).toEqual([0, 9])
    expect([go('PageDown', 0)?.cell, go('PageUp', 8)?.cell]).toEqual([4, 0])
  })

  it('other keys do nothing, and no key does in an empty grid', () => {
    expect(go('x', 1)).toBeNull()
    expect(moveBy(layoutFor(935, 200, []), 'Home', { cell: 0, column: null, view: 250, mod: false })).toBeNull()
  })

  it('no key leaves the grid', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.array(shape, { minLength: 1, maxLength: 200 }),
        fc.nat(),
        fc.integer({ min: 100, max: 2000 }),
        fc.boolean(),
        (key, ratios, at, view, mod) => {
          const laidOut = layoutFor(935, 200, ratios)
          const move = moveBy(laidOut, key, { cell: at % ratios.length, column: null, view, mod })
          expect(laidOut.cells[move?.cell ?? -1]).toBeDefined()
        },
      ),
    )
  })
})
