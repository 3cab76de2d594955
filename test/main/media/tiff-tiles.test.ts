import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { lacksTiles } from '../../../src/main/media/tiff-tiles.ts'
import { otherPictures } from '../../fakes/other-pictures.ts'
import { withHeadFirst } from '../../fakes/tiff-head.ts'

const tiled = async (options: { readonly bigtiff?: boolean } = {}): Promise<Buffer> =>
  await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .tiff({ compression: 'none', tile: true, tileWidth: 16, tileHeight: 16, ...options })
    .toBuffer()

describe('a tiled TIFF', () => {
  test('a whole tiled TIFF lacks no tile', async () => {
    expect([lacksTiles(await tiled()), lacksTiles(withHeadFirst(await tiled()))]).toEqual([false, false])
    expect(lacksTiles(await tiled({ bigtiff: true }))).toBe(false)
  })

  test('a tiled TIFF that is cut anywhere lacks tiles', async () => {
    const whole = withHeadFirst(await tiled())
    for (let length = 8; length < whole.length; length += 97) expect(lacksTiles(whole.subarray(0, length))).toBe(true)
  })

  test('a TIFF with strips is complete', () => {
    expect(lacksTiles(otherPictures.tiff)).toBe(false)
  })

  test('a TIFF with a false directory is read without an error', () => {
    for (let at = 4; at < 8; at += 1) {
      const file = Buffer.from(otherPictures.tiff)
      file.writeUInt8(0xff, at)
      expect(lacksTiles(file)).toBe(true)
    }
  })
})
