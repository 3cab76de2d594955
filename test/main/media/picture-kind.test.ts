import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readPicture } from '../../../src/main/media/picture.ts'
import { sendablePicture, shownPicture, thumbnailOf, toPng } from '../../../src/main/media/picture-conversion.ts'
import { pictureKind } from '../../../src/main/media/picture-kind.ts'
import { AppFailure } from '../../../src/shared/errors.ts'
import { kindIn } from '../../../src/shared/picture-kinds.ts'
import { otherPictures } from '../../fakes/other-pictures.ts'
import { pictures } from '../../fakes/pictures.ts'

const head = (...bytes: readonly number[]) => Buffer.from([...bytes, ...new Array<number>(60).fill(0)])

describe('the kind of a picture', () => {
  test.each([
    ['AVIF', 'shown', otherPictures.avif],
    ['PNG', 'shown', pictures.png],
    ['TIFF', 'converted', otherPictures.tiff],
    ['TIFF', 'converted', head(0x4d, 0x4d, 0, 0x2a)],
    ['BMP', 'converted', otherPictures.bmp],
    ['HEIC', 'named', otherPictures.heic],
    ['JPEG XL', 'named', head(0xff, 0x0a)],
    ['JPEG 2000', 'named', head(0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20)],
    ['PSD', 'named', head(0x38, 0x42, 0x50, 0x53)],
    ['SVG', 'named', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ] as const)('%s is %s, by its bytes', (name, use, bytes) => {
    expect(pictureKind(bytes)).toMatchObject({ name, use })
  })

  test.each([['words'], ['BM of my own'], ['<p>svg</p>'], ['<svg onload=alert(1)>'], ['']])('%j is none', (text) => {
    expect(pictureKind(Buffer.from(text))).toBeNull()
  })

  test('the size of an AVIF is read', () => {
    expect(readPicture(otherPictures.avif)).toEqual({ mime: 'image/avif', width: 36, height: 20 })
  })
})

describe('a picture of another kind', () => {
  test.each(['avif', 'tiff', 'bmp'] as const)('%s becomes a PNG with its colours', async (kind) => {
    const png = await toPng(otherPictures[kind])
    expect([png.width, png.height]).toEqual([36, 20])
    const { data } = await sharp(png.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const [red = 0, green = 0, blue = 0] = data.subarray(-3)
    expect([Math.abs(red - 200) < 6, Math.abs(green - 30) < 6, Math.abs(blue - 60) < 6]).toEqual([true, true, true])
    expect(await thumbnailOf(otherPictures[kind])).toMatchObject({ width: 36, height: 20 })
  })

  test('a bitmap has its upper row first', async () => {
    const { bytes } = await toPng(otherPictures.bmp)
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 6)]).toEqual([0, 0, 255, 200, 30, 60])
  })

  test('a picture of another kind is sent as PNG, and shown unchanged if the page can', async () => {
    expect((await sendablePicture(otherPictures.avif)).mime).toBe('image/png')
    expect((await sendablePicture(pictures.webp)).mime).toBe('image/webp')
    expect((await shownPicture(otherPictures.avif))?.mime).toBe('image/avif')
    expect((await shownPicture(otherPictures.tiff))?.mime).toBe('image/png')
    expect(await shownPicture(otherPictures.heic)).toBeNull()
  })

  test('HEIC is refused by its name', async () => {
    const cause = await sendablePicture(otherPictures.heic).catch((thrown: unknown) => thrown)
    expect(cause instanceof AppFailure && kindIn(cause.error)).toBe('HEIC')
  })

  test('bitmaps with a false size, colours or end are refused or read as far as possible', async () => {
    for (let at = 10; at < 54; at += 1) {
      const file = Buffer.from(otherPictures.bmp)
      file.writeUInt8(0xff, at)
      await expect(
        toPng(file).then(
          () => 'read',
          (cause: unknown) => (cause instanceof AppFailure ? cause.error.code : cause),
        ),
      ).resolves.toMatch(/^(read|not_a_picture)$/)
    }
    const cut = otherPictures.bmp.subarray(0, 600)
    expect(await toPng(cut, true)).toMatchObject({ width: 36, height: 20 })
    await expect(toPng(cut)).rejects.toMatchObject({ error: { code: 'not_a_picture' } })
    await expect(toPng(otherPictures.bmp.subarray(0, 60), true)).rejects.toMatchObject({
      error: { code: 'not_a_picture' },
    })
  })
})

describe('a truncated picture', () => {
  const noise = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 7919) % 251))
  const photo = sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })

  test.each(['jpeg', 'png'] as const)('a truncated %s is shown as far as possible on request', async (format) => {
    const whole = await photo.clone().toFormat(format).toBuffer()
    const cut = whole.subarray(0, whole.length / 2)
    expect(await thumbnailOf(cut)).toBeNull()
    expect(await thumbnailOf(cut, true)).toMatchObject({ width: 64, height: 64 })
  })
})
