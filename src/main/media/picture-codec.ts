import type Vips from 'wasm-vips'
import { AppFailure, appError } from '../../shared/errors.ts'
import { bmpPixels } from './bmp-pixels.ts'
import { readPicture } from './picture.ts'
import { pictureKind } from './picture-kind.ts'
import { hasProfile, isPlain, orientationOf, owned, thumbnailScale, webpSideMax } from './picture-traits.ts'
import { lacksTiles } from './tiff-tiles.ts'

type Decoder = typeof Vips
type Image = Vips.Image

/** An encoded picture with its size in pixels; null `bytes` mean that the given picture already fits. */
export interface EncodedPicture {
  readonly bytes: Uint8Array | null
  readonly width: number
  readonly height: number
}

/** Inputs of a merge: the result of an edit, its source, and the mask. */
export interface MergeParts {
  readonly result: Uint8Array
  readonly source: Uint8Array
  readonly mask: Uint8Array
}

/** Pixels in rows from the top: red, green, blue and an unused byte for each. */
export interface RawPixels {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
}

interface LoadOptions {
  readonly access: 'sequential' | 'random'
  /** Factor that divides both sides of a JPEG. */
  readonly shrink?: number
  /** Factor that multiplies both sides of a WebP. */
  readonly scale?: number
}

/** Maximum number of pixels that are decoded: 100 megapixels are 400 MB as RGBA. */
export const pixelsMax = 100_000_000

/** JPEG and WebP qualities that are tried; none has visible losses. */
const highQualities = [95, 90, 85]

const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif']

/**
 * Decodes and encodes pictures with libvips, compiled to WebAssembly. Synchronous: use it in a thread. Throws an
 * AppFailure, or an error of libvips for bytes that it cannot decode.
 */
export class PictureCodec {
  private readonly vips: Decoder
  /** Images of the running task. They live outside JavaScript's heap and must be deleted explicitly. */
  private images: Image[] = []
  /** Damage that fails the running task: any, or none as long as part of the picture can be shown. */
  private failOn: 'error' | 'none' = 'error'

  constructor(vips: Decoder) {
    this.vips = vips
    vips.Cache.max(0)
    // only these formats are ever decoded, whatever libvips detects
    vips.operationBlock('VipsForeignLoad', true)
    for (const loader of loaders) vips.operationBlock(`VipsForeignLoad${loader}`, false)
  }

  /**
   * Converts to an upright PNG of 8 bits per channel, in sRGB. With `damaged`, reads a truncated picture as far as
   * possible.
   */
  toPng(bytes: Uint8Array, damaged = false): EncodedPicture {
    return this.task(() => {
      this.failOn = damaged ? 'none' : 'error'
      const picture = this.opened(bytes)
      const { width, height } = picture
      if (isPlain(picture) && orientationOf(picture) === 1 && readPicture(bytes)?.mime === 'image/png') {
        // decoded anyway: a truncated file must be refused before it is sent to the gateway
        picture.avg()
        return { bytes: null, width, height }
      }
      return this.encodedAsPng(this.inSrgb(this.upright(bytes, picture)))
    })
  }

  /**
   * Encodes an upright file of at most `bytesMax` bytes with the same pixels, in sRGB: a JPEG, or a WebP if it has
   * transparency. Keeps a JPEG or WebP that already fits.
   */
  compressed(bytes: Uint8Array, bytesMax: number): EncodedPicture {
    return this.task(() => {
      const picture = this.opened(bytes)
      const { width, height } = picture
      const mime = readPicture(bytes)?.mime
      const isAlone = picture.getTypeof('n-pages') === 0 || picture.getInt('n-pages') === 1
      const isSent = (mime === 'image/jpeg' || mime === 'image/webp') && bytes.byteLength <= bytesMax
      if (isSent && isAlone && isPlain(picture) && orientationOf(picture) === 1) {
        // decoded anyway, as in toPng
        picture.avg()
        return { bytes: null, width, height }
      }
      // encoded several times, so the pixels stay in memory
      const pixels = this.withinLimits(this.inSrgb(this.upright(bytes, picture)).copyMemory())
      const isOpaque = !pixels.hasAlpha() || this.withinLimits(pixels.extractBand(pixels.bands - 1)).min() === 255
      const colours = isOpaque && pixels.hasAlpha() ? this.withinLimits(pixels.extractBand(0, { n: 3 })) : pixels
      for (const Q of highQualities) {
        const encoded = isOpaque
          ? colours.jpegsaveBuffer({ Q, keep: 'none', subsample_mode: 'off' })
          : colours.webpsaveBuffer({ Q, keep: 'none' })
        if (encoded.byteLength <= bytesMax) return { bytes: owned(encoded), width: pixels.width, height: pixels.height }
      }
      throw new AppFailure(appError('source_too_large', `more than ${bytesMax} bytes in high quality`))
    })
  }

  /** Encodes an upright JPEG or WebP of high quality, in sRGB. A JPEG is white where the picture is transparent. */
  encoded(bytes: Uint8Array, type: 'jpeg' | 'webp'): EncodedPicture {
    return this.task(() => {
      const pixels = this.withinLimits(this.inSrgb(this.upright(bytes, this.opened(bytes))).copyMemory())
      const { height, width } = pixels
      if (type === 'webp') {
        if (Math.max(width, height) > webpSideMax)
          throw new AppFailure(appError('file_too_large', `WebP holds no side over ${webpSideMax} pixels`))
        return { bytes: owned(pixels.webpsaveBuffer({ Q: 95, keep: 'none' })), width, height }
      }
      const colours = pixels.hasAlpha() ? this.withinLimits(pixels.flatten({ background: 255 })) : pixels
      return { bytes: owned(colours.jpegsaveBuffer({ Q: 95, keep: 'none', subsample_mode: 'off' })), width, height }
    })
  }

  /**
   * Creates a small upright WebP of the whole picture, in sRGB, never larger than the picture. With `damaged`, reads a
   * truncated picture as far as possible.
   */
  thumbnail(bytes: Uint8Array, damaged = false): EncodedPicture {
    return this.task(() => {
      this.failOn = damaged ? 'none' : 'error'
      const picture = this.opened(bytes)
      const reduced = this.inSrgb(this.reduced(bytes, picture, thumbnailScale(picture)))
      const scale = thumbnailScale(reduced)
      // at least one pixel per side
      const small = this.turned(
        this.resized(reduced, Math.max(scale, 1 / reduced.width), Math.max(scale, 1 / reduced.height)),
      )
      const encoded = small.webpsaveBuffer({ Q: 80, keep: 'none' })
      return { bytes: owned(encoded), width: small.width, height: small.height }
    })
  }

  /**
   * Creates a PNG from the result's pixels where the mask is transparent (alpha below one half), and the source's
   * elsewhere. A result of another size but equal proportions is scaled to the source's size.
   */
  putBackOutside(parts: MergeParts): EncodedPicture {
    return this.task(() => {
      const source = this.rgba(parts.source)
      const mask = this.rgba(parts.mask)
      const { width, height } = source
      if (mask.width !== width || mask.height !== height)
        throw new AppFailure(appError('mask_mismatch', `${mask.width}x${mask.height} over ${width}x${height}`))
      const result = this.rgba(parts.result)
      const skew = (result.width * height) / (result.height * width)
      // a difference of one pixel is rounding, not another proportion
      if (Math.abs(skew - 1) > 0.01)
        throw new AppFailure(
          appError('bad_request', `${result.width}x${result.height} does not fit ${width}x${height}`),
        )
      const fitted = this.resized(result, width / result.width, height / result.height)
      const marked = this.withinLimits(this.withinLimits(mask.extractBand(3)).less(128))
      return this.encodedAsPng(this.withinLimits(marked.ifthenelse(fitted, source)))
    })
  }

  /** Makes a JPEG, without a fourth channel. */
  toJpeg({ height, pixels, width }: RawPixels): EncodedPicture {
    return this.task(() => {
      const raw = this.withinLimits(this.vips.Image.newFromMemory(pixels, width, height, 4, this.vips.BandFormat.uchar))
      const colours = this.withinLimits(
        this.withinLimits(raw.extractBand(0, { n: 3 })).copy({ interpretation: 'srgb' }),
      )
      return { bytes: owned(colours.jpegsaveBuffer({ Q: 85, keep: 'none' })), width, height }
    })
  }

  private task<T>(run: () => T): T {
    try {
      return run()
    } finally {
      for (const image of this.images.reverse()) image.delete()
      this.images = []
      this.failOn = 'error'
    }
  }

  private withinLimits(image: Image): Image {
    this.images.push(image)
    return image
  }

  /** Reads the header. Pixels are decoded later, from top to bottom. */
  private opened(bytes: Uint8Array): Image {
    const picture = this.loaded(bytes, { access: 'sequential' })
    if (picture.width * picture.height > pixelsMax)
      throw new AppFailure(appError('not_a_picture', `${picture.width}x${picture.height} pixels are too many`))
    return picture
  }

  private loaded(bytes: Uint8Array, options: LoadOptions): Image {
    const mime = pictureKind(bytes)?.mime
    if (mime === 'image/bmp') return this.bitmap(bytes)
    if (mime === 'image/tiff' && this.failOn === 'error' && lacksTiles(bytes))
      throw new AppFailure(appError('not_a_picture', 'a TIFF that ends before its last tile'))
    return this.withinLimits(this.vips.Image.newFromBuffer(bytes, '', { ...options, fail_on: this.failOn }))
  }

  private bitmap(bytes: Uint8Array): Image {
    const { bands, height, pixels, width } = bmpPixels(bytes, pixelsMax, this.failOn === 'none')
    const raw = this.withinLimits(
      this.vips.Image.newFromMemory(pixels, width, height, bands, this.vips.BandFormat.uchar),
    )
    return this.withinLimits(raw.copy({ interpretation: 'srgb' }))
  }

  /** Decodes JPEG and WebP at a fraction of their size; `resized` does the rest. */
  private reduced(bytes: Uint8Array, picture: Image, scale: number): Image {
    const mime = readPicture(bytes)?.mime
    // libjpeg rounds the sides that it divides, so a factor very close to the wanted size is not used
    const shrink = [8, 4, 2].find((factor) => (factor + 1) * scale <= 1)
    if (mime === 'image/jpeg' && shrink !== undefined) return this.loaded(bytes, { access: 'sequential', shrink })
    if (mime === 'image/webp' && scale < 1) return this.loaded(bytes, { access: 'sequential', scale })
    return picture
  }

  /** Resizes with colours weighted by alpha, so that transparent pixels do not show at edges. */
  private resized(picture: Image, across: number, down: number): Image {
    if (across === 1 && down === 1) return picture
    if (!picture.hasAlpha()) return this.withinLimits(picture.resize(across, { vscale: down }))
    const premultiplied = this.withinLimits(this.withinLimits(picture.premultiply()).cast('uchar'))
    const small = this.withinLimits(premultiplied.resize(across, { vscale: down }))
    return this.withinLimits(this.withinLimits(small.unpremultiply()).cast('uchar'))
  }

  /** Rotates according to EXIF, with pixels in any order. */
  private turned(picture: Image): Image {
    if (orientationOf(picture) === 1) return picture
    return this.withinLimits(this.withinLimits(picture.copyMemory()).autorot())
  }

  /** Rotates before decoding, because rotation needs random access to the pixels. */
  private upright(bytes: Uint8Array, picture: Image): Image {
    if (orientationOf(picture) === 1) return picture
    return this.withinLimits(this.loaded(bytes, { access: 'random' }).autorot())
  }

  private inSrgb(picture: Image): Image {
    const converted = this.withoutProfile(picture)
    const colours = converted.interpretation === 'srgb' ? converted : this.withinLimits(converted.colourspace('srgb'))
    return colours.format === 'uchar' ? colours : this.withinLimits(colours.cast('uchar'))
  }

  private withoutProfile(picture: Image): Image {
    const depth = picture.format === 'uchar' ? 8 : 16
    if (hasProfile(picture)) {
      try {
        return this.withinLimits(picture.iccTransform('srgb', { embedded: true, depth, intent: 'perceptual' }))
      } catch {
        // an unreadable profile, or one for other channels, is ignored
      }
    }
    if (picture.interpretation !== 'cmyk') return picture
    return this.withinLimits(picture.iccTransform('srgb', { input_profile: 'cmyk', intent: 'perceptual' }))
  }

  /** Decodes to red, green, blue and alpha, one byte each, not premultiplied. */
  private rgba(bytes: Uint8Array): Image {
    const picture = this.inSrgb(this.upright(bytes, this.opened(bytes)))
    return picture.hasAlpha() ? picture : this.withinLimits(picture.addalpha())
  }

  private encodedAsPng(picture: Image): EncodedPicture {
    const bytes = picture.pngsaveBuffer({ compression: 6, filter: 'none', keep: 'none' })
    return { bytes: owned(bytes), width: picture.width, height: picture.height }
  }
}
