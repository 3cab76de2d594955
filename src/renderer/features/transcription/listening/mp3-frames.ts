/** Position of a frame in an MP3 file, and the number of samples it decodes to. */
export interface Mp3Frame {
  readonly at: number
  readonly bytes: number
  readonly samples: number
}

interface FrameHead {
  readonly bytes: number
  readonly samples: number
  readonly rate: number
  readonly channels: number
  /** 3 for MPEG 1, 2 for MPEG 2, 0 for MPEG 2.5. */
  readonly version: number
}

/** Bytes of a frame header. */
const headBytes = 4
const kilobits1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0]
const kilobits2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0]
const rates = [44_100, 48_000, 32_000]

/** Parses the header of an MPEG audio layer III frame; null when there is none. */
function headAt(bytes: Uint8Array, at: number): FrameHead | null {
  const [sync = 0, kind = 0, stream = 0, mode = 0] = bytes.subarray(at, at + headBytes)
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2) return null
  const version = (kind >> 3) & 3
  const kilobits = (version === 3 ? kilobits1 : kilobits2)[stream >> 4] ?? 0
  const rate = (rates[(stream >> 2) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4)
  if (version === 1 || kilobits === 0 || rate === 0) return null
  const samples = version === 3 ? 1152 : 576
  const length = Math.floor((samples / 8) * ((kilobits * 1000) / rate)) + ((stream >> 1) & 1)
  return { bytes: length, samples, rate, channels: mode >> 6 === 3 ? 1 : 2, version }
}

/**
 * Finds the frames of an MP3 file (layer III) block by block. It skips tags, the silent frame with the length (`Xing`,
 * `Info`), and bytes between frames. It keeps no list of frames: that of three hours would be larger than everything
 * else.
 */
export class Mp3Frames {
  private readonly size: number
  private first: FrameHead | null = null
  /** Offset of the next frame in the file. */
  private next = 0
  private inTags = true

  /** `size` is that of the whole file, in bytes. */
  constructor(size: number) {
    this.size = size
  }

  /** Offset in the file where the next block must begin; equals the file's size at the end. */
  get position(): number {
    return this.next
  }

  /** Complete frames within the block, which begins at `position`; offsets are relative to the block. */
  *in(block: Uint8Array): Generator<Mp3Frame> {
    const begin = this.next
    const isLast = begin + block.length >= this.size
    if (this.inTags && this.passTag(block)) return
    this.inTags = false
    let at = 0
    for (; at + headBytes <= block.length; ) {
      const head = this.fitting(headAt(block, at), begin + at)
      if (head === null) {
        at += 1
        continue
      }
      if (at + head.bytes > block.length) break
      if (!tellsLength(block, at, head)) {
        this.first ??= head
        yield { at, bytes: head.bytes, samples: head.samples }
      }
      // some frames are one byte shorter than stated
      at += head.bytes - 1
    }
    // a rest too short for a header is the end
    this.next = isLast && at + headBytes > block.length ? this.size : begin + at
  }

  /** A header is a coincidence if its kind differs from the first one, or if its frame exceeds the file. */
  private fitting(head: FrameHead | null, at: number): FrameHead | null {
    if (head === null || at + head.bytes > this.size) return null
    const { first } = this
    if (first === null) return head
    const isSame = head.rate === first.rate && head.version === first.version && head.channels === first.channels
    return isSame ? head : null
  }

  /** Skips an ID3v2 tag at the start of the block. Its size uses seven bits of each byte. */
  private passTag(block: Uint8Array): boolean {
    const [i = 0, d = 0, three = 0, , , flags = 0, ...size] = block.subarray(0, 10)
    if (size.length < 4 || String.fromCharCode(i, d, three) !== 'ID3') return false
    const footer = (flags & 0x10) === 0 ? 0 : 10
    this.next += Math.min(this.size - this.next, 10 + footer + size.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0))
    return true
  }
}

/** Whether it is the information frame without sound, which states the file's length. */
function tellsLength(block: Uint8Array, at: number, head: FrameHead): boolean {
  const sideBytes = head.version === 3 ? (head.channels === 1 ? 17 : 32) : head.channels === 1 ? 9 : 17
  const from = at + headBytes + sideBytes
  const word = String.fromCharCode(...block.subarray(from, from + 4))
  return word === 'Xing' || word === 'Info'
}
