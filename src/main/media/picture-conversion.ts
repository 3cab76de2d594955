import { AppFailure, appError } from '../../shared/errors.ts'
import { kindDetail } from '../../shared/picture-kinds.ts'
import { backgroundClock } from '../system-clock.ts'
import { type PictureInfo, readPicture } from './picture.ts'
import { type EncodedPicture, type MergeParts, pixelsMax, type RawPixels } from './picture-codec.ts'
import { PictureDecoder } from './picture-decoder.ts'
import { pictureKind } from './picture-kind.ts'

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

/** Checks the first bytes, before decoding: refuses files that are not pictures or would not fit in memory. */
function checked(bytes: Uint8Array): Uint8Array {
  const kind = pictureKind(bytes)
  if (kind === null) throw new AppFailure(appError('not_a_picture', 'no picture'))
  if (kind.use === 'named') throw new AppFailure(appError('not_a_picture', kindDetail(kind.name)))
  const { mime, width, height } = readPicture(bytes) ?? { mime: kind.mime, width: null, height: null }
  // frames of a GIF may be smaller than its header states, so the decoder decides
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

/** Returns the size of a PNG; null for other bytes. */
export function pngSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  const picture = readPicture(bytes)
  if (picture?.mime !== 'image/png' || picture.width === null || picture.height === null) return null
  return { width: picture.width, height: picture.height }
}

/**
 * Converts a picture to an upright PNG of 8 bits per channel, in sRGB. Returns the same bytes if it already is one.
 * Uses the first frame of an animation. With `damaged`, reads a truncated picture as far as possible. Throws an
 * AppFailure `not_a_picture`.
 */
export async function toPng(bytes: Uint8Array, damaged = false): Promise<ConvertedPicture> {
  return converted(await decoder.run({ kind: 'png', bytes: checked(bytes), damaged }), bytes)
}

/**
 * Creates an upright JPEG of high quality, or a WebP if it has transparency, with the same pixels in sRGB. Returns the
 * same bytes if they already fit. Throws an AppFailure: `source_too_large` if more than `bytesMax` bytes are needed,
 * `not_a_picture`.
 */
export async function compressedPicture(bytes: Uint8Array, bytesMax: number): Promise<ConvertedPicture> {
  return converted(await decoder.run({ kind: 'compressed', bytes: checked(bytes), bytesMax }), bytes)
}

/**
 * Encodes an upright picture of a type in high quality. Returns the same bytes for a PNG that is one. Throws an
 * AppFailure: `not_a_picture`, `file_too_large` for a side that WebP cannot hold.
 */
export async function pictureAs(bytes: Uint8Array, type: 'png' | 'jpeg' | 'webp'): Promise<ConvertedPicture> {
  if (type === 'png') return await toPng(bytes)
  return converted(await decoder.run({ kind: 'encoded', bytes: checked(bytes), type }), bytes)
}

/** Types that gateways accept in requests. */
const sentTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

/** A picture with its type. */
export interface TypedPicture extends Omit<PictureInfo, 'mime'> {
  readonly bytes: Uint8Array
  readonly mime: string
}

/** Returns a picture in a form that the page can show: unchanged, or as a PNG; null if it cannot be shown. */
export async function shownPicture(bytes: Uint8Array): Promise<TypedPicture | null> {
  const picture = readPicture(bytes)
  if (picture !== null) return { ...picture, bytes }
  return await sendablePicture(bytes).catch(() => null)
}

/**
 * Returns a picture in a form that gateways accept: unchanged, or as a PNG. Throws an AppFailure `not_a_picture` with
 * its kind.
 */
export async function sendablePicture(bytes: Uint8Array): Promise<TypedPicture> {
  const picture = readPicture(bytes)
  if (picture !== null && sentTypes.has(picture.mime)) return { ...picture, bytes }
  return { ...(await toPng(bytes)), mime: 'image/png' }
}

/**
 * Creates a small upright WebP of the whole picture; null if the picture cannot be read. With `damaged`, reads a
 * truncated picture as far as possible.
 */
export async function thumbnailOf(bytes: Uint8Array, damaged = false): Promise<ConvertedPicture | null> {
  try {
    return converted(await decoder.run({ kind: 'thumbnail', bytes: checked(bytes), damaged }), bytes)
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

/** Rethrows `not_a_picture` as `file_refused`, because the user chose the file. */
export function refusedFile(cause: unknown): never {
  if (cause instanceof AppFailure && cause.error.code === 'not_a_picture')
    throw new AppFailure({ ...cause.error, code: 'file_refused' }, { cause })
  throw cause
}
