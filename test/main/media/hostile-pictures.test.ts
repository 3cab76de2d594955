import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  type ConvertedPicture,
  putBackOutside,
  thumbnailOf,
  toPng,
} from '../../../src/main/media/picture-conversion.ts'
import { AppFailure } from '../../../src/shared/errors.ts'
import { chunkOf, gradient, hostilePictures, withChunk } from '../../fakes/hostile-pictures.ts'
import { putBackBySharp, thumbnailBySharp, toPngBySharp } from '../../fakes/sharp-conversion.ts'

const pictures = await hostilePictures()

/** Results where this decoder does better than sharp. */
const better: Readonly<Record<string, { readonly png?: string; readonly thumbnail?: string }>> = {
  // sharp's formats were PNG, JPEG, WebP and GIF
  'a TIFF': { png: '60x40', thumbnail: '60x40' },
  // sharp treated Display P3 values as sRGB
  'a PNG of 16 bits in Display P3': { png: '60x40', thumbnail: '60x40' },
  // sharp made no thumbnail, because WebP does not allow such sides
  'a PNG of 1 by 20,000': { thumbnail: '1x16383' },
  'a PNG of 20,000 by 1': { thumbnail: '16383x1' },
  'a JPEG of 1 by 20,000': { thumbnail: '1x16383' },
}

async function outcome(convert: () => Promise<ConvertedPicture | null>) {
  try {
    const made = await convert()
    return { said: made === null ? 'none' : `${made.width}x${made.height}`, bytes: made?.bytes ?? null }
  } catch (cause) {
    return { said: cause instanceof AppFailure ? cause.error.code : String(cause), bytes: null }
  }
}

async function pixels(bytes: Uint8Array): Promise<Buffer> {
  return await sharp(bytes).ensureAlpha().raw().toBuffer()
}

/** Largest and mean difference over all channels of all pixels. */
async function difference(
  one: Uint8Array,
  other: Uint8Array,
): Promise<{ readonly max: number; readonly mean: number }> {
  const [a, b] = [await pixels(one), await pixels(other)]
  expect(a.length).toBe(b.length)
  let max = 0
  let sum = 0
  a.forEach((value, at) => {
    const apart = Math.abs(value - (b[at] ?? 0))
    max = Math.max(max, apart)
    sum += apart
  })
  return { max, mean: sum / a.length }
}

describe.each(pictures)('the hostile picture $name', ({ name, bytes }) => {
  test('becomes the same PNG as with sharp, or is refused as with sharp', async () => {
    const now = await outcome(() => toPng(bytes))
    const then = await outcome(() => toPngBySharp(bytes))
    expect(now.said).toBe(better[name]?.png ?? then.said)
    if (now.bytes === null || then.bytes === null || better[name]?.png) return
    expect(await difference(now.bytes, then.bytes)).toEqual({ max: 0, mean: 0 })
  })

  test('has a thumbnail like that of sharp, or none, as with sharp', async () => {
    const now = await outcome(() => thumbnailOf(bytes))
    const then = await outcome(() => thumbnailBySharp(bytes))
    expect(now.said).toBe(better[name]?.thumbnail ?? then.said)
    if (now.bytes === null || then.bytes === null || better[name]?.thumbnail) return
    const { max, mean } = await difference(now.bytes, then.bytes)
    // 0 on x64; other processors may round differently
    expect(mean).toBeLessThanOrEqual(0.5)
    expect(max).toBeLessThanOrEqual(4)
  })
})

describe('restoring the source outside the mask', () => {
  const size = { width: 90, height: 60 }

  /** A mask with a marked middle: alpha 0 there, 255 elsewhere. */
  async function mask(): Promise<Buffer> {
    const data = Buffer.alloc(size.width * size.height * 4, 255)
    for (let y = 20; y < 40; y += 1) data.fill(0, (y * size.width + 30) * 4, (y * size.width + 60) * 4)
    return await sharp(data, { raw: { ...size, channels: 4 } })
      .png()
      .toBuffer()
  }

  test.each([
    ['a PNG', gradient(90, 60)],
    ['a PNG with alpha', gradient(90, 60, true)],
    ['a PNG of 16 bits', gradient(90, 60).toColourspace('rgb16')],
    ['a grey PNG', gradient(90, 60).greyscale()],
  ])('of %s gives every pixel that sharp gave, for a result of equal size', async (_name, source) => {
    const parts = {
      source: await source.clone().png().toBuffer(),
      result: await gradient(90, 60).negate().jpeg().toBuffer(),
      mask: await mask(),
    }
    const [now, then] = [await putBackOutside(parts), await putBackBySharp(parts)]
    expect(await difference(now.bytes, then.bytes)).toEqual({ max: 0, mean: 0 })
  })

  test('a result of another size gets every pixel outside the mask, and keeps its content inside', async () => {
    const parts = {
      source: await gradient(90, 60, true).png().toBuffer(),
      result: await gradient(360, 240).negate().png().toBuffer(),
      mask: await mask(),
    }
    const [now, then] = [await putBackOutside(parts), await putBackBySharp(parts)]
    const [source, made] = [await pixels(parts.source), await pixels(now.bytes)]
    for (let y = 0; y < size.height; y += 1)
      for (let x = 0; x < size.width; x += 1) {
        if (x >= 30 && x < 60 && y >= 20 && y < 40) continue
        const at = (y * size.width + x) * 4
        expect([x, y, ...made.subarray(at, at + 4)]).toEqual([x, y, ...source.subarray(at, at + 4)])
      }
    expect((await difference(now.bytes, then.bytes)).max).toBeLessThanOrEqual(2)
  })
})

test('a PNG of 16 bits in Display P3 has the colours that it has with 8 bits', async () => {
  const profile = chunkOf(await gradient(1, 1).withIccProfile('p3').png().toBuffer(), 'iCCP')
  const deep = withChunk(await gradient(60, 40).toColourspace('rgb16').png().toBuffer(), 'iCCP', profile)
  const plain = withChunk(await gradient(60, 40).png().toBuffer(), 'iCCP', profile)
  // single dark values differ by up to 16, because 8 bits apply the profile less exactly; sharp's mean was 8
  const { mean } = await difference((await toPng(deep)).bytes, (await toPng(plain)).bytes)
  expect(mean).toBeLessThanOrEqual(0.5)
})

test('a picture that declares too large a size is refused without memory for it', async () => {
  const before = process.memoryUsage().rss
  for (const { name, bytes } of pictures)
    if (name.includes('30,000 by 30,000') && !name.startsWith('a GIF that'))
      await expect(toPng(bytes)).rejects.toMatchObject({ error: { code: 'not_a_picture', detail: /too many/ } })
  // 900 megapixels would take 3,600 MB
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
})
