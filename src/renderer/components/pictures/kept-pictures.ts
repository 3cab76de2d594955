/** A picture that is unpacked: its own pixels, held until it is closed. */
export type Unpacked = Pick<ImageBitmap, 'width' | 'height' | 'close'>

/** The used part of a picture. */
export interface PictureNeed {
  readonly url: string
  /** The side of the square that it fills, in pixels of the screen; of a whole picture, the longer side. */
  readonly pixels: number
  /** Whether all of it is shown, instead of a square out of its middle. */
  readonly whole: boolean
}

const bytesPerPixel = 4

/** Whether a picture has at least the pixels that are needed: of a cut the shorter side fills the square. */
function isEnough({ width, height }: Unpacked, { pixels, whole }: PictureNeed): boolean {
  return (whole ? Math.max(width, height) : Math.min(width, height)) >= pixels
}

/**
 * The pictures that were drawn last, unpacked, up to so many bytes of them: what is opened again is drawn at once. Of
 * each URL there is one, and it belongs to here: a picture is good until the next one is kept.
 */
export class KeptPictures<T extends Unpacked> {
  // the one that was used longest ago first
  private readonly pictures = new Map<string, T>()
  private bytes = 0
  private readonly maxBytes: () => number

  constructor(maxBytes: () => number) {
    this.maxBytes = maxBytes
  }

  /** A picture that is large enough; null where there is none. */
  get(need: PictureNeed): T | null {
    const picture = this.pictures.get(need.url)
    if (picture === undefined || !isEnough(picture, need)) return null
    this.pictures.delete(need.url)
    this.pictures.set(need.url, picture)
    return picture
  }

  /** Keeps a picture in the place of the one that was there, and closes those that are too many. */
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
