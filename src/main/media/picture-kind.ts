import { brandsOf } from './heif-boxes.ts'
import { readPicture } from './picture.ts'

/** A kind of picture, whether Atelier can show it or not. */
export interface PictureKind {
  /** Usual name of the kind, such as `HEIC`. */
  readonly name: string
  readonly mime: string
  /**
   * - `shown`: the page shows it without conversion
   * - `converted`: it is converted to a PNG
   * - `named`: Atelier knows only its name
   */
  readonly use: 'shown' | 'converted' | 'named'
}

const heicBrands: ReadonlySet<string> = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])

/** Detects any kind of picture by its first bytes; null for other bytes. */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  const shown = readPicture(bytes)
  if (shown !== null) return { name: shown.mime.slice('image/'.length).toUpperCase(), mime: shown.mime, use: 'shown' }
  const begins = (...prefixes: readonly (readonly number[])[]): boolean =>
    prefixes.some((prefix) => prefix.every((byte, index) => bytes[index] === byte))
  if (begins([0x49, 0x49, 0x2a, 0], [0x4d, 0x4d, 0, 0x2a], [0x49, 0x49, 0x2b, 0], [0x4d, 0x4d, 0, 0x2b]))
    return { name: 'TIFF', mime: 'image/tiff', use: 'converted' }
  if (isBmp(bytes)) return { name: 'BMP', mime: 'image/bmp', use: 'converted' }
  // no build of the decoder includes its video codec
  if (brandsOf(bytes).some((brand) => heicBrands.has(brand))) return { name: 'HEIC', mime: 'image/heic', use: 'named' }
  if (begins([0xff, 0x0a], [0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20]))
    return { name: 'JPEG XL', mime: 'image/jxl', use: 'named' }
  if (begins([0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20])) return { name: 'JPEG 2000', mime: 'image/jp2', use: 'named' }
  if (begins([0xff, 0x4f, 0xff, 0x51])) return { name: 'JPEG 2000', mime: 'image/j2c', use: 'named' }
  if (begins([0x38, 0x42, 0x50, 0x53])) return { name: 'PSD', mime: 'image/vnd.adobe.photoshop', use: 'named' }
  if (begins([0, 0, 1, 0]) && bytes.length > 22) return { name: 'ICO', mime: 'image/x-icon', use: 'named' }
  if (isSvg(bytes)) return { name: 'SVG', mime: 'application/x-svg', use: 'named' }
  return null
}

/** Returns true if the file header and the length of the next header match (Microsoft, BITMAPFILEHEADER). */
function isBmp(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x42 || bytes[1] !== 0x4d || bytes.length < 26) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return [12, 40, 52, 56, 64, 108, 124].includes(view.getUint32(14, true))
}

/**
 * Returns true for a root with the namespace that an SVG file must declare (W3C, SVG 2, 2.1); a tag alone is not a
 * picture.
 */
function isSvg(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 1_000)).trimStart()
  return (
    /^<(?:svg|\?xml|!doctype svg|!--)/i.test(head) &&
    head.includes('<svg') &&
    head.includes('http://www.w3.org/2000/svg')
  )
}
