import { AppFailure, appError } from '../../shared/errors.ts'
import { backgroundClock } from '../system-clock.ts'
import { readPicture } from './picture.ts'
import { type EncodedPicture, type MergeParts, pixelsMax, type RawPixels } from './picture-codec.ts'
import { PictureDecoder } from './picture-decoder.ts'

/** A converted picture, with its size in pixels. */
export interface ConvertedPicture {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** 100 megapixels take seconds; a slow computer may take minutes. */
const deadlineMs = 120_000
const idleMs = 10_000

const decoder = new PictureDecoder({ clock: backgroundClock, deadlineMs, idleMs })

/** Refuses by the first bytes, before decoding: files that are no picture or would not fit in memory. */
function checked(bytes: Uint8Array): Uint8Array {
  const picture = readPicture(bytes)
  if (picture === null) throw new AppFailure(appError('not_a_picture', 'not a PNG, JPEG, WebP or GIF picture'))
  const { mime, width, height } = picture
  // frames of a GIF may be smaller than its header says, so the decoder decides
  if (mime !== 'image/gif' && width !== null && height !== null && width * height > pixelsMax)
    throw new AppFailure(appError('not_a_picture', `${width}x${height} pixels are too many`))
  return bytes
}

function converted({ bytes, width, height }: EncodedPicture, given: Uint8Array): ConvertedPicture {
  return {
    bytes: bytes === null ? given : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    width,
    height,
  }
}

/** Size of a PNG; null for other bytes. */
export function pngSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  const picture = readPicture(bytes)
  if (picture?.mime !== 'image/png' || picture.width === null || picture.height === null) return null
  return { width: picture.width, height: picture.height }
}

/**
 * Converts a picture to an upright PNG of 8 bits a channel, in sRGB. Returns the same bytes if it already is one.
 * Takes the first frame of an animation. Throws an AppFailure `not_a_picture`.
 */
export async function toPng(bytes: Uint8Array): Promise<ConvertedPicture> {
  return converted(await decoder.run({ kind: 'png', bytes: checked(bytes) }), bytes)
}

/** Makes a small upright WebP of the whole picture; null when the picture cannot be read. */
export async function thumbnailOf(bytes: Uint8Array): Promise<ConvertedPicture | null> {
  try {
    return converted(await decoder.run({ kind: 'thumbnail', bytes: checked(bytes) }), bytes)
  } catch {
    return null
  }
}

/**
 * Restores the source's pixels, byte for byte, wherever the mask is opaque. Pixels with alpha below one half come from
 * the result. A result of another size with the same proportions is scaled. Returns a PNG. Throws an AppFailure:
 * `mask_mismatch` for a mask of another size, `bad_request` for other proportions, `not_a_picture`.
 */
export async function putBackOutside(parts: MergeParts): Promise<ConvertedPicture> {
  const { result, source, mask } = parts
  for (const bytes of [result, source, mask]) checked(bytes)
  return converted(await decoder.run({ kind: 'merge', result, source, mask }), result)
}

/** Encodes pixels as a JPEG. Throws an AppFailure. */
export async function toJpeg(raw: RawPixels): Promise<ConvertedPicture> {
  return converted(await decoder.run({ kind: 'jpeg', ...raw }), raw.pixels)
}
