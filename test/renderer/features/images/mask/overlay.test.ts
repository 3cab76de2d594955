import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawOverlay } from '../../../../../src/renderer/features/images/mask/overlay.ts'
import { emptyRaster, fillRect } from '../../../../../src/renderer/features/images/mask/raster.ts'
import { frameRect, samples } from '../../../../../src/renderer/features/images/mask/view-transform.ts'

const room = { width: 90, height: 70 }
const picture = { width: 60, height: 50 }
const view = fc.record({
  scale: fc.double({ min: 0.1, max: 8, noNaN: true }),
  x: fc.double({ min: -120, max: 80, noNaN: true }),
  y: fc.double({ min: -120, max: 60, noNaN: true }),
})
const rect = fc
  .record({
    left: fc.nat(55),
    top: fc.nat(45),
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ left, top, width, height }) => ({ left, top, right: left + width, bottom: top + height }))
const bare = 0xff_80_80_80

function frameOf(given: { readonly scale: number; readonly x: number; readonly y: number }, border: number) {
  return {
    ...room,
    border,
    view: given,
    base: new Uint32Array(room.width * room.height).fill(bare),
    target: new Uint32Array(room.width * room.height),
    columns: samples(given.x, given.scale, picture.width, room.width, border),
    rows: samples(given.y, given.scale, picture.height, room.height, border),
  }
}

const whole = { left: 0, top: 0, right: room.width, bottom: room.height }

describe('the picture with its mask', () => {
  it('the overlay leaves exactly the unmarked pixels bare, as the sent mask does', () => {
    fc.assert(
      fc.property(view, rect, fc.integer({ min: 1, max: 3 }), (given, marks, border) => {
        const mask = emptyRaster(picture)
        fillRect(mask, marks, 1)
        const frame = frameOf(given, border)
        drawOverlay(frame, mask, whole, 'sent')
        const wrong = [...frame.target].filter((pixel, at) => {
          const column = frame.columns[(at % room.width) + border] ?? -1
          const row = frame.rows[Math.floor(at / room.width) + border] ?? -1
          const marked = column >= 0 && row >= 0 && mask.data[row * picture.width + column] === 1
          return (pixel !== bare) !== marked
        })
        expect(wrong).toEqual([])
      }),
    )
  })

  it('the overlay is the same after a full and after a partial redraw', () => {
    fc.assert(
      fc.property(
        view,
        rect,
        rect,
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom<0 | 1>(0, 1),
        (given, a, b, border, mark) => {
          const mask = emptyRaster(picture)
          fillRect(mask, a, 1)
          const frame = frameOf(given, border)
          drawOverlay(frame, mask, whole, 'marked')
          fillRect(mask, b, mark)
          drawOverlay(frame, mask, frameRect(given, b, border + 1, room), 'marked')
          const anew = frameOf(given, border)
          drawOverlay(anew, mask, whole, 'marked')
          expect([...frame.target].findIndex((pixel, at) => pixel !== anew.target[at])).toBe(-1)
        },
      ),
      { numRuns: 300 },
    )
  })
})
