import { readPicture } from '../../src/main/media/picture.ts'
import {
  type ConvertedPicture,
  compressedPicture,
  putBackOutside,
  thumbnailOf,
  toPng,
} from '../../src/main/media/picture-conversion.ts'
import { AppFailure } from '../../src/shared/errors.ts'

export interface PictureVerdict {
  /** Whether it was decoded. */
  readonly taken: boolean
  readonly problem: string | null
}

/** Converts a picture in every way and checks the promises about the results. */
export async function verdictOn(bytes: Uint8Array, other: Uint8Array): Promise<PictureVerdict> {
  const before = Buffer.from(bytes)
  const png = await settled(() => toPng(bytes))
  const small = await settled(() => thumbnailOf(bytes))
  const compressed = await settled(() => compressedPicture(bytes, 1_000_000))
  const isWebp = compressed.made !== null && readPicture(compressed.made.bytes)?.mime === 'image/webp'
  const merged = await settled(() => putBackOutside({ result: bytes, source: other, mask: other }))
  const problems = [
    ...problemsOf('toPng', png, 'image/png', ['not_a_picture']),
    ...problemsOf('thumbnailOf', small, 'image/webp', []),
    ...problemsOf('compressedPicture', compressed, isWebp ? 'image/webp' : 'image/jpeg', [
      'not_a_picture',
      'source_too_large',
    ]),
    ...problemsOf('putBackOutside', merged, 'image/png', ['not_a_picture', 'bad_request']),
    ...(before.equals(bytes) ? [] : ['the bytes that were given are changed']),
  ]
  return { taken: png.made !== null, problem: problems.join('; ') || null }
}

interface Settled {
  readonly made: ConvertedPicture | null
  readonly code: string | null
  readonly detail: string
}

async function settled(convert: () => Promise<ConvertedPicture | null>): Promise<Settled> {
  try {
    return { made: await convert(), code: null, detail: '' }
  } catch (cause) {
    if (cause instanceof AppFailure) return { made: null, code: cause.error.code, detail: cause.error.detail ?? '' }
    return { made: null, code: 'no AppFailure', detail: String(cause) }
  }
}

function problemsOf(name: string, { made, code, detail }: Settled, mime: string, codes: readonly string[]): string[] {
  if (code !== null && !codes.includes(code)) return [`${name}: ${code} ${detail}`]
  if (/not decoded within|decoder (failed|ended)|RuntimeError/.test(detail)) return [`${name}: ${detail}`]
  if (made === null) return []
  const about = readPicture(made.bytes)
  if (about?.mime === mime && about.width === made.width && about.height === made.height) return []
  return [`${name}: ${about?.mime} ${about?.width}x${about?.height} for ${made.width}x${made.height}`]
}
