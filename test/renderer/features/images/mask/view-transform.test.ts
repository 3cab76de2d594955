import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  fitted,
  frameRect,
  maxScale,
  minScale,
  moved,
  nextStop,
  reframed,
  samples,
  toFrame,
  toPicture,
  zoomed,
} from '../../../../../src/renderer/features/images/mask/view-transform.ts'

const size = fc.record({ width: fc.integer({ min: 1, max: 8000 }), height: fc.integer({ min: 1, max: 8000 }) })
const frame = fc.record({ width: fc.integer({ min: 200, max: 4000 }), height: fc.integer({ min: 200, max: 4000 }) })
const coordinate = fc.double({ min: -5000, max: 5000, noNaN: true })
const point = fc.record({ x: coordinate, y: coordinate })
const view = fc.record({ scale: fc.double({ min: 0.01, max: 32, noNaN: true }), x: coordinate, y: coordinate })

it('converts points from the frame to the picture and back', () => {
  fc.assert(
    fc.property(view, point, (given, at) => {
      const back = toFrame(given, toPicture(given, at))
      expect(back.x).toBeCloseTo(at.x, 6)
      expect(back.y).toBeCloseTo(at.y, 6)
    }),
  )
})

it('keeps the point under the pointer in place while it zooms, and the scale within its limits', () => {
  fc.assert(
    fc.property(
      view,
      point,
      fc.double({ min: 0.001, max: 100, noNaN: true }),
      size,
      frame,
      (given, at, scale, a, b) => {
        const next = zoomed(given, at, scale, a, b)
        const before = toPicture(given, at)
        const after = toPicture(next, at)
        expect(Math.abs(after.x - before.x)).toBeLessThan(1e-6 * (1 + Math.abs(before.x)))
        expect(Math.abs(after.y - before.y)).toBeLessThan(1e-6 * (1 + Math.abs(before.y)))
        expect(next.scale).toBeGreaterThanOrEqual(minScale(a, b))
        expect(next.scale).toBeLessThanOrEqual(maxScale)
      },
    ),
  )
})

it('fits the whole picture into the frame, and does not enlarge small ones', () => {
  fc.assert(
    fc.property(size, frame, (picture, room) => {
      const { scale, x, y } = fitted(picture, room)
      expect(scale).toBeLessThanOrEqual(1)
      expect(x).toBeGreaterThanOrEqual(0)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(x + picture.width * scale).toBeLessThanOrEqual(room.width + 1)
      expect(y + picture.height * scale).toBeLessThanOrEqual(room.height + 1)
    }),
  )
})

it('never loses the picture, however far it is moved or however small the frame gets', () => {
  const seen = (at: number, length: number, room: number) => Math.min(room, at + length) - Math.max(0, at)
  fc.assert(
    fc.property(size, frame, frame, point, (picture, room, other, by) => {
      for (const next of [
        moved(fitted(picture, room), by, picture, room),
        reframed(moved(fitted(picture, other), by, picture, other), other, room, picture),
      ]) {
        const width = picture.width * next.scale
        const height = picture.height * next.scale
        expect(seen(next.x, width, room.width)).toBeGreaterThanOrEqual(Math.min(48, width) - 1e-6)
        expect(seen(next.y, height, room.height)).toBeGreaterThanOrEqual(Math.min(48, height) - 1e-6)
      }
    }),
  )
})

it('zooms from step to step in the given direction', () => {
  expect(nextStop(0.3, 'in')).toBe(0.333)
  expect(nextStop(1, 'in')).toBe(1.5)
  expect(nextStop(1, 'out')).toBe(0.667)
  expect(nextStop(32, 'in')).toBe(32)
  expect(nextStop(0.05, 'out')).toBe(0.025)
})

it('samples the picture under the centre of each pixel of the frame', () => {
  expect([...samples(2, 2, 3, 10, 1)]).toEqual([-1, -1, -1, 0, 0, 1, 1, 2, 2, -1, -1, -1])
  fc.assert(
    fc.property(view, fc.integer({ min: 1, max: 500 }), ({ x, scale }, length) => {
      const found = samples(x, scale, length, 300, 0)
      for (const [index, at] of found.entries()) {
        const exact = (index + 0.5 - x) / scale
        expect(at).toBe(exact >= 0 && Math.floor(exact) < length ? Math.floor(exact) : -1)
      }
    }),
    { numRuns: 30 },
  )
})

it('repaints every pixel of the frame that shows part of a changed rectangle', () => {
  const room = { width: 120, height: 90 }
  const part = fc.record({ left: fc.nat(40), top: fc.nat(40), width: fc.integer({ min: 1, max: 9 }) })
  const near = fc.record({
    scale: fc.double({ min: 0.05, max: 9, noNaN: true }),
    x: fc.double({ min: -60, max: 60, noNaN: true }),
    y: fc.double({ min: -60, max: 60, noNaN: true }),
  })
  fc.assert(
    fc.property(near, part, (given, { left, top, width }) => {
      const rect = { left, top, right: left + width, bottom: top + width }
      const dirty = frameRect(given, rect, 0, room)
      for (const [x, at] of samples(given.x, given.scale, 50, room.width, 0).entries())
        if (at >= rect.left && at < rect.right) {
          expect(x).toBeGreaterThanOrEqual(dirty.left)
          expect(x).toBeLessThan(dirty.right)
        }
    }),
  )
})
