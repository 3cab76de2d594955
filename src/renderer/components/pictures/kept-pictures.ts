/** A decoded picture; it holds its pixels until it is closed. */
export type Unpacked = Pick<ImageBitmap, 'width' | 'height' | 'close'>

/** The used part of a picture. */
export interface PictureNeed {
  readonly url: string
  /** Side of the square to fill, in screen pixels; for a whole picture, its longer side. */
  readonly pixels: number
  /** True if the whole picture is shown instead of its central square. */
  readonly whole: boolean
}

const bytesPerPixel = 4

/** Returns true if a picture has enough pixels; for a square, its shorter side must fill it. */
function isEnough({ width, height }: Unpacked, { pixels, whole }: PictureNeed): boolean {
  return (whole ? Math.max(width, height) : Math.min(width, height)) >= pixels
}

/**
 * Cache of decoded pictures, bounded in bytes, so that a reopened panel is drawn at once. Holds one picture per URL.
 * The cache owns its pictures: a returned one is valid only until the next `keep`.
 */
export class KeptPictures<T extends Unpacked> {
  // least recently used first
  private readonly pictures = new Map<string, T>()
  private bytes = 0
  private readonly maxBytes: () => number

  constructor(maxBytes: () => number) {
    this.maxBytes = maxBytes
  }

  /** Returns a picture that is large enough; null when there is none. */
  get(need: PictureNeed): T | null {
    const picture = this.pictures.get(need.url)
    if (picture === undefined || !isEnough(picture, need)) return null
    this.pictures.delete(need.url)
    this.pictures.set(need.url, picture)
    return picture
  }

  /**
   * Stores a picture, replacing an earlier one for its URL, and closes the least recently used ones beyond the limit.
   */
  keep(url: string, picture: T): void {
    this.drop(url)
    this.pictures.set(url, picture)
    this.bytes += bytesOf(picture)
    for (const oldest of [...this.pictures.keys()]) {
      if (this.bytes <= this.maxBytes()) return
      this.drop(oldest)
    }
  }

  private drop(url: string): void {
    const picture = this.pictures.get(url)
    if (picture === undefined) return
    this.pictures.delete(url)
    this.bytes -= bytesOf(picture)
    picture.close()
  }
}

function bytesOf({ width, height }: Unpacked): number {
  return width * height * bytesPerPixel
}
