import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  brightness,
  exportRows,
  markedPercent,
  maskReader,
} from '../../../../../src/renderer/features/images/mask/mask-rules.ts'

const size = { width: 4, height: 3 }
const pixels = fc.uint8ClampedArray({ minLength: 48, maxLength: 48 })

/** Reads a whole picture in two parts. */
function read(rgba: Uint8ClampedArray, only: 'transparent' | 'bright' | null = null) {
  const reader = maskReader(size, only)
  reader.add(rgba.slice(0, 32), 0)
  reader.add(rgba.slice(32), 2)
  return reader.done()
}

describe('a picture read as a mask', () => {
  it('a picture with transparent pixels is read as a mask of them', () => {
    fc.assert(
      fc.property(pixels, (rgba) => {
        rgba[3] = 0
        const { raster, rule } = read(rgba)
        expect(rule).toBe('transparent')
        for (const [at, mark] of raster.data.entries()) expect(mark).toBe((rgba[at * 4 + 3] ?? 0) < 128 ? 1 : 0)
      }),
    )
  })

  it('a picture without transparent pixels is read as a mask of its bright ones', () => {
    fc.assert(
      fc.property(pixels, (rgba) => {
        for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255
        const { raster, rule } = read(rgba)
        expect(rule).toBe('bright')
        for (const [at, mark] of raster.data.entries()) {
          const light = brightness(rgba[at * 4] ?? 0, rgba[at * 4 + 1] ?? 0, rgba[at * 4 + 2] ?? 0)
          expect(mark).toBe(light >= 128 ? 1 : 0)
        }
      }),
    )
  })

  it("Atelier's own mask without transparent pixels marks nothing", () => {
    expect(read(new Uint8ClampedArray(48).fill(255), 'transparent').raster.data.some((mark) => mark === 1)).toBe(false)
  })
})

describe('the mask that is sent', () => {
  it('the sent mask is transparent exactly where it is marked, and nowhere half', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1), { minLength: 12, maxLength: 12 }), (marks) => {
        const raster = { ...size, data: new Uint8Array(marks) }
        const rows = [...exportRows(raster, 0, 1), ...exportRows(raster, 1, 2)]
        expect(rows).toHaveLength(48)
        for (const [at, mark] of marks.entries())
          expect(rows.slice(at * 4, at * 4 + 4)).toEqual([0, 0, 0, mark === 1 ? 0 : 255])
      }),
    )
  })

  it('the sent mask is read back unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1), { minLength: 12, maxLength: 12 }), (marks) => {
        const raster = { ...size, data: new Uint8Array(marks) }
        expect([...read(exportRows(raster, 0, 3), 'transparent').raster.data]).toEqual(marks)
      }),
    )
  })
})

it('the marked percentage is 0 or 100 only if it is exact', () => {
  const large = { width: 2048, height: 2048 }
  expect(markedPercent(0, large)).toBe(0)
  expect(markedPercent(1, large)).toBe(0.1)
  expect(markedPercent(2048 * 1024, large)).toBe(50)
  expect(markedPercent(2048 * 2048 - 1, large)).toBe(99.9)
  expect(markedPercent(2048 * 2048, large)).toBe(100)
})
