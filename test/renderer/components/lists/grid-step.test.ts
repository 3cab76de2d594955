import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellAfter } from '../../../../src/renderer/components/lists/grid-step.ts'

describe('the keys of a grid', () => {
  const go = (key: string, from: number, mod = false) => cellAfter(key, from, 10, 4, 2, mod)

  it('arrow keys move by one and by rows', () => {
    expect(go('ArrowRight', 3)).toBe(4)
    expect(go('ArrowLeft', 0)).toBe(0)
    expect(go('ArrowRight', 9)).toBe(9)
    expect(go('ArrowDown', 1)).toBe(5)
    expect(go('ArrowUp', 1)).toBe(1)
    expect(go('ArrowUp', 9)).toBe(5)
  })

  it('arrow keys stop at the last cell if the row below is short, and stay in the last row', () => {
    expect(go('ArrowDown', 7)).toBe(9)
    expect(go('ArrowDown', 8)).toBe(8)
  })

  it('Home and End move to the ends of rows and of the whole grid', () => {
    expect(go('Home', 6)).toBe(4)
    expect(go('End', 5)).toBe(7)
    expect(go('End', 8)).toBe(9)
    expect(go('Home', 6, true)).toBe(0)
    expect(go('End', 0, true)).toBe(9)
    expect(go('PageDown', 1)).toBe(9)
    expect(go('PageUp', 9)).toBe(1)
    expect(go('PageUp', 6)).toBe(2)
  })

  it('other keys do nothing, and no key does in an empty grid', () => {
    expect(go('x', 1)).toBeNull()
    expect(cellAfter('Home', 0, 0, 4, 2, false)).toBeNull()
  })

  it('no key leaves the grid', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.integer({ min: 1, max: 500 }),
        fc.nat(),
        fc.integer({ min: 2, max: 12 }),
        fc.nat({ max: 10 }),
        fc.boolean(),
        (key, cells, at, columns, rows, mod) => {
          const next = cellAfter(key, at % cells, cells, columns, rows, mod)
          expect(next).toBeGreaterThanOrEqual(0)
          expect(next).toBeLessThan(cells)
        },
      ),
    )
  })
})
