import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodePng, encodePng } from '../../src/demo-gateway/images/png.ts'
import { pngSignature, writeChunk } from '../../src/demo-gateway/images/png-chunks.ts'
import type { Raster } from '../../src/demo-gateway/images/raster.ts'

const rasters: fc.Arbitrary<Raster> = fc
  .record({ width: fc.integer({ min: 1, max: 20 }), height: fc.integer({ min: 1, max: 20 }), alpha: fc.boolean() })
  .chain(({ width, height, alpha }) => {
    const channels = alpha ? 4 : 3
    const size = width * height * channels
    return fc
      .uint8Array({ minLength: size, maxLength: size })
      .map((pixels): Raster => ({ width, height, channels, pixels: Uint8Array.from(pixels) }))
  })

/** Filters a row by PNG's definition, independently of the codec. */
function filtered(type: number, row: readonly number[], above: readonly number[], step: number): number[] {
  return row.map((value, index) => {
    const a = index >= step ? (row[index - step] ?? 0) : 0
    const b = above[index] ?? 0
    const c = index >= step ? (above[index - step] ?? 0) : 0
    const p = a + b - c
    const paeth = [a, b, c].toSorted((one, other) => Math.abs(p - one) - Math.abs(p - other))[0] ?? 0
    return (value - ([0, a, b, Math.floor((a + b) / 2), paeth][type] ?? 0)) & 0xff
  })
}

function pngOf(
  colourType: number,
  width: number,
  height: number,
  raw: Buffer,
  extra: Buffer[] = [],
  depth = 8,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = depth
  header[9] = colourType
  const data = writeChunk('IDAT', deflateSync(raw))
  return Buffer.concat([pngSignature, writeChunk('IHDR', header), ...extra, data, writeChunk('IEND', Buffer.alloc(0))])
}

describe('the PNG codec of the demo gateway', () => {
  it('decodes each picture that it encoded, pixel by pixel', async () => {
    await fc.assert(
      fc.asyncProperty(rasters, async (raster) => {
        expect(await decodePng(await encodePng(raster))).toEqual(raster)
      }),
      { numRuns: 60 },
    )
  })

  it('each PNG filter is decoded', async () => {
    await fc.assert(
      fc.asyncProperty(
        rasters,
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 20, maxLength: 20 }),
        async (raster, types) => {
          const { width, height, channels, pixels } = raster
          const rowBytes = width * channels
          const rows = Array.from({ length: height }, (_, y) => [...pixels.subarray(y * rowBytes, (y + 1) * rowBytes)])
          const raw = rows.flatMap((row, y) => [
            types[y] ?? 0,
            ...filtered(types[y] ?? 0, row, rows[y - 1] ?? [], channels),
          ])
          expect(await decodePng(pngOf(channels === 4 ? 6 : 2, width, height, Buffer.from(raw)))).toEqual(raster)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('damaged files fail only with a RangeError', async () => {
    const file = await encodePng({ width: 4, height: 4, channels: 3, pixels: new Uint8Array(48) })
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const damaged = Buffer.from(file)
        damaged[at] = (damaged[at] ?? 0) ^ flip
        await expect(decodePng(damaged)).rejects.toBeInstanceOf(RangeError)
        await expect(decodePng(file.subarray(0, at))).rejects.toBeInstanceOf(RangeError)
      }),
    )
  })

  it('decodes grey, grey with alpha and palettes', async () => {
    expect([...(await decodePng(pngOf(0, 2, 1, Buffer.from([0, 7, 9])))).pixels]).toEqual([7, 7, 7, 9, 9, 9])
    expect([...(await decodePng(pngOf(4, 1, 1, Buffer.from([0, 7, 9])))).pixels]).toEqual([7, 7, 7, 9])
    const palette = writeChunk('PLTE', Buffer.from([1, 2, 3, 4, 5, 6]))
    expect([...(await decodePng(pngOf(3, 1, 1, Buffer.from([0, 1]), [palette]))).pixels]).toEqual([4, 5, 6])
    const clear = writeChunk('tRNS', Buffer.from([255, 0]))
    expect([...(await decodePng(pngOf(3, 1, 1, Buffer.from([0, 1]), [palette, clear]))).pixels]).toEqual([4, 5, 6, 0])
  })

  it.each([
    ['16 bits', () => pngOf(2, 1, 1, Buffer.alloc(7), [], 16)],
    ['a size of zero', () => pngOf(2, 0, 1, Buffer.alloc(1))],
    ['too many pixels', () => pngOf(2, 60_000, 60_000, Buffer.alloc(1))],
    ['too few rows', () => pngOf(2, 1, 2, Buffer.alloc(4))],
    ['too many rows', () => pngOf(2, 1, 1, Buffer.alloc(8))],
    ['an unknown filter', () => pngOf(2, 1, 1, Buffer.from([9, 0, 0, 0]))],
    ['another kind of file', () => Buffer.from('GIF89a and so on')],
  ])('refuses %s', async (_, file) => {
    await expect(decodePng(file())).rejects.toBeInstanceOf(RangeError)
  })
})
