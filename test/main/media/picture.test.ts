import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPicture } from '../../../src/main/media/picture.ts'
import { pictures } from '../../fakes/pictures.ts'

const size = { width: 37, height: 21 }

describe('a picture is known by its bytes', () => {
  test.each([
    ['PNG', pictures.png, { mime: 'image/png', ...size }],
    ['JPEG', pictures.jpeg, { mime: 'image/jpeg', ...size }],
    ['WebP, lossy', pictures.webp, { mime: 'image/webp', ...size }],
    ['WebP, lossless', pictures.webpLossless, { mime: 'image/webp', ...size }],
    ['WebP, extended', pictures.webpExtended, { mime: 'image/webp', ...size }],
    ['GIF', pictures.gif, { mime: 'image/gif', ...size }],
  ])('detects %s by its bytes', (_, bytes, expected) => expect(readPicture(bytes)).toEqual(expected))

  test('a picture is detected in the middle of a buffer too', () => {
    const buffer = Buffer.concat([Buffer.alloc(13, 0xff), pictures.png, Buffer.alloc(5)])
    expect(readPicture(buffer.subarray(13, 13 + pictures.png.length))).toMatchObject(size)
  })

  test('JPEG whose tables are shorter than declared is read as its decoder shows it', () => {
    const cut = Buffer.from(
      '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoHy0wLSgwJSgpKP/bAEMBBwcHCggKEwoKEygaFhooKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKP/AABEIAAEAAQMBIgACEQED',
      'base64',
    )
    expect(readPicture(cut)).toEqual({ mime: 'image/jpeg', width: 1, height: 1 })
  })

  test('JPEG without a frame before its scan has no size', () => {
    const start = Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xc0, 0, 17, 8, 0, 1, 0, 1, 3, 1, 0x22, 0])
    expect(readPicture(start)).toEqual({ mime: 'image/jpeg', width: null, height: null })
  })

  test('the size of a JPEG is found after fill bytes and long metadata', () => {
    const metadata = Buffer.alloc(4 + 40_000)
    metadata.set([0xff, 0xe1, (40_002 >> 8) & 255, 40_002 & 255])
    const bytes = Buffer.concat([
      pictures.jpeg.subarray(0, 2),
      metadata,
      Buffer.from([0xff, 0xff, 0xff]),
      pictures.jpeg.subarray(2),
    ])
    expect(readPicture(bytes)).toEqual({ mime: 'image/jpeg', ...size })
  })

  test.each([
    ['nothing', ''],
    ['words', 'GIF'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a web page', '<!doctype html>'],
    ['a sound', 'RIFF\u0000\u0000\u0000\u0000WAVEfmt '],
    ['BMP', 'BM\u0000\u0000'],
  ])('%s is not a picture', (_, text) => expect(readPicture(Buffer.from(text))).toBeNull())
})

test('any cut, flipped or random bytes are read without an error', () => {
  const starts = Object.values(pictures)
  fc.assert(
    fc.property(
      fc.constantFrom(...starts),
      fc.nat({ max: 200 }),
      fc.uint8Array({ maxLength: 64 }),
      fc.nat(),
      (start, length, tail, at) => {
        const bytes = Buffer.concat([start.subarray(0, length), tail])
        if (bytes.length > 0) bytes[at % bytes.length] = at & 255
        const info = readPicture(bytes)
        for (const side of [info?.width ?? null, info?.height ?? null])
          expect(side === null || (Number.isInteger(side) && side >= 0)).toBe(true)
      },
    ),
    { numRuns: 3000 },
  )
  fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => void readPicture(bytes)))
})
