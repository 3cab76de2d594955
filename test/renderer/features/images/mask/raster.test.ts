import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cornersRect,
  type Point,
  polygonRect,
  segmentRect,
} from '../../../../../src/renderer/features/images/mask/geometry.ts'
import {
  countMarked,
  emptyRaster,
  fillPolygon,
  fillRect,
  fillSegment,
  invert,
  resized,
} from '../../../../../src/renderer/features/images/mask/raster.ts'

const size = { width: 48, height: 36 }
const coordinate = fc.double({ min: -20, max: 70, noNaN: true })
const point = fc.record({ x: coordinate, y: coordinate })

/** Positions of the marked pixels. */
function places(draw: (raster: ReturnType<typeof emptyRaster>) => void): Point[] {
  const raster = emptyRaster(size)
  draw(raster)
  return [...raster.data].flatMap((mark, at) =>
    mark === 1 ? [{ x: at % size.width, y: Math.floor(at / size.width) }] : [],
  )
}

function distance(at: Point, a: Point, b: Point): number {
  const length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
  const along = length === 0 ? 0 : ((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / length
  const part = Math.min(1, Math.max(0, along))
  return Math.hypot(at.x - a.x - part * (b.x - a.x), at.y - a.y - part * (b.y - a.y))
}

describe('a segment of a brush', () => {
  it('a brush segment marks exactly the pixels whose centre is within the radius', () => {
    fc.assert(
      fc.property(point, point, fc.double({ min: 0.5, max: 25, noNaN: true }), (a, b, radius) => {
        const marked = new Set(
          places((raster) => fillSegment(raster, a, b, radius, 1)).map(({ x, y }) => y * size.width + x),
        )
        let wrong = 0
        for (let at = 0; at < size.width * size.height; at++) {
          const middle = { x: (at % size.width) + 0.5, y: Math.floor(at / size.width) + 0.5 }
          const away = distance(middle, a, b) - radius
          // exactly on the edge, rounding decides
          if (Math.abs(away) > 1e-6 && marked.has(at) !== away < 0) wrong++
        }
        expect(wrong).toBe(0)
      }),
      { numRuns: 200 },
    )
  })

  it('a brush segment changes nothing outside its dirty rectangle', () => {
    fc.assert(
      fc.property(point, point, fc.double({ min: 0.5, max: 25, noNaN: true }), (a, b, radius) => {
        const rect = segmentRect(a, b, radius, size)
        const beside = places((raster) => fillSegment(raster, a, b, radius, 1)).filter(
          ({ x, y }) => x < rect.left || x >= rect.right || y < rect.top || y >= rect.bottom,
        )
        expect(beside).toEqual([])
      }),
    )
  })

  it('an eraser segment removes what a brush segment adds', () => {
    const raster = emptyRaster(size)
    raster.data.fill(1)
    fillSegment(raster, { x: 10, y: 10 }, { x: 30, y: 20 }, 5, 0)
    const added = places((other) => fillSegment(other, { x: 10, y: 10 }, { x: 30, y: 20 }, 5, 1)).length
    expect(countMarked(raster)).toBe(size.width * size.height - added)
  })
})

describe('a lasso', () => {
  /** Winding number of a line around a point. */
  function windings(points: readonly Point[], at: Point): number {
    let turns = 0
    for (const [index, a] of points.entries()) {
      const b = points[(index + 1) % points.length] ?? a
      const side = (b.x - a.x) * (at.y - a.y) - (at.x - a.x) * (b.y - a.y)
      if (a.y <= at.y && b.y > at.y && side > 0) turns++
      if (a.y > at.y && b.y <= at.y && side < 0) turns--
    }
    return turns
  }

  /** Returns true if a point lies on a line within rounding, where its side is undefined. */
  function isOnLine(points: readonly Point[], at: Point): boolean {
    return points.some((a, index) => {
      const b = points[(index + 1) % points.length] ?? a
      const side = (b.x - a.x) * (at.y - a.y) - (at.x - a.x) * (b.y - a.y)
      return Math.abs(side) <= 1e-9 * (1 + Math.hypot(b.x - a.x, b.y - a.y))
    })
  }

  it('a lasso marks exactly the pixels whose centre it encloses', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 12 }), (points) => {
        const marked = new Set(places((raster) => fillPolygon(raster, points, 1)).map(({ x, y }) => y * size.width + x))
        const rect = polygonRect(points, size)
        let wrong = 0
        for (let at = 0; at < size.width * size.height; at++) {
          const x = at % size.width
          const y = Math.floor(at / size.width)
          const inside = windings(points, { x: x + 0.5, y: y + 0.5 }) !== 0
          if (marked.has(at) !== inside && !isOnLine(points, { x: x + 0.5, y: y + 0.5 })) wrong++
          if (marked.has(at) && (x < rect.left || x >= rect.right || y < rect.top || y >= rect.bottom)) wrong++
        }
        expect(wrong).toBe(0)
      }),
      { numRuns: 200 },
    )
  })

  it('a lasso also fills the loops within it', () => {
    const twice = [
      { x: 5, y: 5 },
      { x: 25, y: 5 },
      { x: 25, y: 25 },
      { x: 5, y: 25 },
    ]
    expect(places((raster) => fillPolygon(raster, [...twice, ...twice], 1))).toHaveLength(400)
  })
})

it('a rectangle marks the pixels that it touches, from any corner', () => {
  const rect = cornersRect({ x: 9.2, y: 7 }, { x: 4.5, y: 3.9 }, size)
  expect(rect).toEqual({ left: 4, top: 3, right: 10, bottom: 7 })
  expect(places((raster) => fillRect(raster, rect, 1))).toHaveLength(24)
  expect(places((raster) => fillRect(raster, cornersRect({ x: -90, y: -9 }, { x: -5, y: 99 }, size), 1))).toEqual([])
})

it('inverting twice restores the mask', () => {
  const raster = emptyRaster(size)
  fillRect(raster, { left: 3, top: 3, right: 9, bottom: 9 }, 1)
  invert(raster)
  expect(countMarked(raster)).toBe(size.width * size.height - 36)
  invert(raster)
  expect(countMarked(raster)).toBe(36)
})

it('fits a mask of another size by its nearest pixels', () => {
  const small = { width: 2, height: 2, data: new Uint8Array([1, 0, 0, 1]) }
  expect([...resized(small, { width: 4, height: 4 }).data]).toEqual([1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1])
  const large = resized(small, { width: 400, height: 300 })
  expect([...resized(large, { width: 2, height: 2 }).data]).toEqual([1, 0, 0, 1])
  expect(resized(small, { width: 2, height: 2 })).toBe(small)
})
