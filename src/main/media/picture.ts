import { brandsOf, propertySize } from './heif-boxes.ts'

/** Type and size in pixels of a picture that the page shows, read from its first bytes; null for an unknown type. */
export interface PictureInfo {
  readonly mime: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/avif'
  readonly width: number | null
  readonly height: number | null
}

/** Detects a picture's type by its bytes, never by its name. Pass at least the first 64 KiB. */
export function readPicture(bytes: Uint8Array): PictureInfo | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) && bytes.length >= 24) {
    return { mime: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
  }
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return { mime: 'image/jpeg', ...jpegSize(view) }
  if (startsWith(bytes, [0x47, 0x49, 0x46, 0x38]) && bytes.length >= 10) {
    return { mime: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
  }
  if (startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && ascii(bytes, 8, 4) === 'WEBP')
    return { mime: 'image/webp', ...webpSize(bytes, view) }
  if (brandsOf(bytes).some((brand) => brand === 'avif' || brand === 'avis'))
    return { mime: 'image/avif', ...propertySize(bytes) }
  return null
}

type Size = { readonly width: number | null; readonly height: number | null }
const unknownSize: Size = { width: null, height: null }

/**
 * Reads the size from the frame header (SOF0 to SOF15 without DHT, JPG and DAC); ITU T.81 B.2.2. Skips bytes between
 * segments, as libjpeg does (`next_marker` in jdmarker.c), so that a damaged picture that it decodes has a size.
 */
function jpegSize(view: DataView): Size {
  let at = 2
  while (at + 9 < view.byteLength) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === 0xff || marker === 0) {
      at += 1 // not the last byte before a marker; fill bytes: B.1.1.2
      continue
    }
    if (marker === 0xd9 || marker === 0xda) return unknownSize
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    }
    const hasLength = marker !== 0x01 && !(marker >= 0xd0 && marker <= 0xd8)
    at += hasLength ? 2 + view.getUint16(at + 2) : 2
  }
  return unknownSize
}

/** Reads the size from any of the container's three chunk kinds; RFC 9649. */
function webpSize(bytes: Uint8Array, view: DataView): Size {
  if (bytes.length < 30) return unknownSize
  const uint24 = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
  switch (ascii(bytes, 12, 4)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: uint24(24) + 1, height: uint24(27) + 1 }
    default:
      return unknownSize
  }
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((value, index) => bytes[index] === value)
}

function ascii(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}
