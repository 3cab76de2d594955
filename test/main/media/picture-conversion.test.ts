import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pngSize, putBackOutside, thumbnailOf, toPng } from '../../../src/main/media/picture-conversion.ts'
import { pictures } from '../../fakes/pictures.ts'

type Rgba = (x: number, y: number) => readonly [number, number, number, number]

async function png(width: number, height: number, pixel: Rgba): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) data.set(pixel(x, y), (y * width + x) * 4)
  return await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

async function pixels(bytes: Uint8Array): Promise<(x: number, y: number) => readonly number[]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return (x, y) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
}

/** Colours that any rounding would change, some half transparent. */
const source: Rgba = (x, y) => [(x * 37 + 3) % 256, (y * 91 + 7) % 256, (x * y) % 256, x % 3 === 0 ? 128 : 255]
const result: Rgba = (x, y) => [(y * 13) % 256, (x * 29) % 256, 200, 255]
const marked = (x: number, y: number): boolean => x >= 4 && x < 9 && y >= 2 && y < 6
const mask: Rgba = (x, y) => [0, 0, 0, marked(x, y) ? 0 : 255]

describe('restoring the source outside the mask', () => {
  test('keeps every byte of the source outside the mask, and uses every byte of the result inside', async () => {
    const made = await putBackOutside({
      source: await png(16, 12, source),
      result: await png(16, 12, result),
      mask: await png(16, 12, mask),
    })
    expect([made.width, made.height, pngSize(made.bytes)]).toEqual([16, 12, { width: 16, height: 12 }])
    const at = await pixels(made.bytes)
    for (let y = 0; y < 12; y += 1)
      for (let x = 0; x < 16; x += 1)
        expect([x, y, at(x, y)]).toEqual([x, y, [...(marked(x, y) ? result : source)(x, y)]])
  })

  test('accepts a result of another size with the same proportions', async () => {
    const made = await putBackOutside({
      source: await png(16, 12, source),
      result: await png(32, 24, () => [9, 8, 7, 255]),
      mask: await png(16, 12, mask),
    })
    const at = await pixels(made.bytes)
    expect([at(0, 0), at(5, 3)]).toEqual([[...source(0, 0)], [9, 8, 7, 255]])
  })

  test('refuses a result of other proportions, and a mask of another size', async () => {
    const [sourcePng, maskPng] = [await png(16, 12, source), await png(16, 12, mask)]
    await expect(
      putBackOutside({ source: sourcePng, mask: maskPng, result: await png(16, 16, result) }),
    ).rejects.toMatchObject({ error: { code: 'bad_request' } })
    await expect(
      putBackOutside({ source: sourcePng, mask: await png(16, 13, mask), result: sourcePng }),
    ).rejects.toMatchObject({ error: { code: 'mask_mismatch' } })
  })
})

describe('a picture for the edits endpoint', () => {
  test('keeps the bytes of a plain PNG', async () => {
    const bytes = await png(8, 4, source)
    expect(await toPng(bytes)).toEqual({ bytes, width: 8, height: 4 })
  })

  test.each(['jpeg', 'gif', 'webp', 'webpLossless', 'webpExtended'] as const)('a %s becomes a PNG', async (kind) => {
    const made = await toPng(pictures[kind])
    expect([pngSize(made.bytes), made.width, made.height]).toEqual([{ width: 37, height: 21 }, 37, 21])
  })

  test('a rotated picture is turned upright', async () => {
    const sideways = await sharp(await png(40, 20, () => [200, 0, 0, 255]))
      .flatten()
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(await toPng(sideways)).toMatchObject({ width: 20, height: 40 })
  })

  test('a picture of 16 bits or grey becomes 8-bit colour', async () => {
    for (const odd of [
      await sharp(await png(8, 4, source))
        .toColourspace('rgb16')
        .png()
        .toBuffer(),
      await sharp(await png(8, 4, source))
        .greyscale()
        .png()
        .toBuffer(),
    ]) {
      const about = await sharp((await toPng(odd)).bytes).metadata()
      expect([about.depth, about.space]).toEqual(['uchar', 'srgb'])
    }
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['words', Buffer.from('<html>not a picture</html>')],
    ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['a PNG that is cut short', null],
  ])('is refused where it is %s', async (_what, bytes) => {
    const given = bytes ?? (await png(64, 64, source)).subarray(0, 600)
    await expect(toPng(given)).rejects.toMatchObject({ error: { code: 'not_a_picture' } })
  })

  test('a picture that decompresses beyond the memory limit is refused', async () => {
    const header = Buffer.from(await png(8, 8, source))
    // decoders trust the header's width and height before reading any pixel
    header.writeUInt32BE(60_000, 16)
    header.writeUInt32BE(60_000, 20)
    await expect(toPng(header)).rejects.toMatchObject({ error: { code: 'not_a_picture' } })
  })
})

describe('a thumbnail', () => {
  test('a thumbnail is a small WebP of the whole picture, and never larger than it', async () => {
    const made = await thumbnailOf(await png(1600, 800, source))
    expect([made?.width, made?.height, (await sharp(made?.bytes).metadata()).format]).toEqual([800, 400, 'webp'])
    expect(await thumbnailOf(pictures.jpeg)).toMatchObject({ width: 37, height: 21 })
  })

  test('an unreadable picture has no thumbnail', async () => {
    expect(await thumbnailOf(Buffer.from('not a picture'))).toBe(null)
  })
})
