import sharp, { type Sharp } from 'sharp'
import { readPicture } from '../../src/main/media/picture.ts'
import type { ConvertedPicture } from '../../src/main/media/picture-conversion.ts'
import { AppFailure, appError } from '../../src/shared/errors.ts'

// The former conversion with sharp; tests and bench compare the present one with it.

/** The most pixels that are unpacked: 100 megapixels are 400 MB as RGBA. */
const pixelsMax = 100_000_000

/** The shorter side of a thumbnail in pixels, twice what a tile of the grid needs on an ordinary screen. */
const thumbnailSide = 400

/** Decoders read foreign bytes, so they are bounded and stop at the first error. */
function opened(bytes: Uint8Array): Sharp {
  if (readPicture(bytes) === null) throw notAPicture('not a PNG, JPEG, WebP or GIF picture')
  return sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 })
}

function notAPicture(detail: string, cause?: unknown): AppFailure {
  return new AppFailure(appError('not_a_picture', detail.slice(0, 200)), { cause })
}

async function decoding<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    if (cause instanceof AppFailure) throw cause
    throw notAPicture(cause instanceof Error ? cause.message : 'the picture cannot be read', cause)
  }
}

/**
 * The picture as an upright PNG of 8 bits a channel, in sRGB. A PNG that is so already comes back as the same bytes. Of an
 * animation the first frame is taken. Throws an AppFailure `not_a_picture`.
 */
export async function toPngBySharp(bytes: Uint8Array): Promise<ConvertedPicture> {
  return await decoding(async () => {
    const picture = opened(bytes)
    const about = await picture.metadata()
    const upright = about.orientation === undefined || about.orientation === 1
    const plain = about.depth === 'uchar' && about.space === 'srgb' && about.icc === undefined
    if (about.format === 'png' && plain && upright) {
      // decoded once anyway: a truncated file must be refused before it is sent
      await picture.stats()
      return { bytes, width: about.width, height: about.height }
    }
    const { data, info } = await picture
      .autoOrient()
      .toColourspace('srgb')
      .png({ compressionLevel: 6 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  })
}

/** A small WebP of the picture, upright, with its whole content; null where the picture cannot be read. */
export async function thumbnailBySharp(bytes: Uint8Array): Promise<ConvertedPicture | null> {
  try {
    const { data, info } = await opened(bytes)
      .autoOrient()
      .resize({ width: thumbnailSide, height: thumbnailSide, fit: 'outside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}

/** Unpacked pixels, four bytes each: red, green, blue and alpha, not premultiplied. */
async function pixelsOf(bytes: Uint8Array, size?: { readonly width: number; readonly height: number }) {
  const picture = opened(bytes).autoOrient().toColourspace('srgb').ensureAlpha()
  const fitted = size ? picture.resize({ ...size, fit: 'fill' }) : picture
  const { data, info } = await fitted.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * Restores the source's own pixels wherever the mask is opaque, byte for byte; marked pixels (alpha below one half)
 * come from the result. A result of another size but equal proportions is scaled to the source's. Returns a PNG. Throws
 * an AppFailure: `mask_mismatch` for a mask of another size, `bad_request` for a result of other proportions,
 * `not_a_picture`.
 */
export async function putBackBySharp(parts: {
  readonly result: Uint8Array
  readonly source: Uint8Array
  readonly mask: Uint8Array
}): Promise<ConvertedPicture> {
  return await decoding(async () => {
    const source = await pixelsOf(parts.source)
    const { width, height } = source
    const mask = await pixelsOf(parts.mask)
    if (mask.width !== width || mask.height !== height)
      throw new AppFailure(appError('mask_mismatch', `${mask.width}x${mask.height} over ${width}x${height}`))
    const about = readPicture(parts.result)
    const skew = about?.width && about.height ? (about.width * height) / (about.height * width) : 1
    // one pixel more or less is rounding, not another proportion
    if (Math.abs(skew - 1) > 0.01)
      throw new AppFailure(appError('bad_request', `${about?.width}x${about?.height} does not fit ${width}x${height}`))
    const result = await pixelsOf(parts.result, { width, height })
    const merged = Buffer.from(source.data)
    for (let at = 0; at < merged.length; at += 4) {
      if ((mask.data[at + 3] ?? 255) < 128) result.data.copy(merged, at, at, at + 4)
    }
    const bytes = await sharp(merged, { raw: { width, height, channels: 4 } })
      .png({ compressionLevel: 6 })
      .toBuffer()
    return { bytes, width, height }
  })
}
