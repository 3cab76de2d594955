/** Position of a frame in an MP3 file, the number of samples it decodes to, and its kind. */
export interface Mp3Frame {
  readonly at: number
  readonly bytes: number
  readonly samples: number
  /** Sample rate, and number of channels; they change in files joined from several. */
  readonly rate: number
  readonly channels: number
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
/** Consecutive frames, including the first, that prove a change of kind, or the end of foreign bytes. */
const changeFrames = 3
/** Bytes that are not frames, after which a single header may be a coincidence. */
const strangeBytes = 16 * 1024
/** Bytes of the longest tag header: APE. */
const tagHeadBytes = 32
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
 * Finds the frames of an MP3 file (layer III) block by block, even if their rate or channels change. It skips tags, the
 * silent frame with the length (`Xing`, `Info`), and bytes between frames. It keeps no list of frames: that of three
 * hours would be larger than everything else.
 */
export class Mp3Frames {
  private readonly size: number
  private kind: FrameHead | null = null
  /** Offset of the next frame in the file. */
  private next = 0
  private lost = 0
  /** Lost bytes since the last frame. */
  private gap = 0

  /** `size` is that of the whole file, in bytes. */
  constructor(size: number) {
    this.size = size
  }

  /** Returns the offset in the file where the next block must begin; equals the file's size at the end. */
  get position(): number {
    return this.next
  }

  /** Returns the bytes so far that are neither frames, tags nor zeros. */
  get skipped(): number {
    return this.lost
  }

  /** Returns the number of skipped bytes after the last frame so far. */
  get behind(): number {
    return this.gap
  }

  /** Yields the complete frames within the block, which begins at `position`; offsets are relative to the block. */
  *in(block: Uint8Array): Generator<Mp3Frame> {
    const begin = this.next
    const isLast = begin + block.length >= this.size
    let at = 0
    for (; at + headBytes <= block.length; ) {
      // the next block contains the whole tag header
      if (!isLast && at > 0 && at + tagHeadBytes > block.length) break
      const tag = tagBytes(block, at)
      if (tag > 0) {
        at += tag
        continue
      }
      const head = headAt(block, at)
      const fits = head === null ? false : this.fits(block, at, head, isLast)
      if (fits === null) break
      if (head === null || !fits) {
        if (block[at] !== 0) {
          this.lost += 1
          this.gap += 1
        }
        at += 1
        continue
      }
      if (at + head.bytes > block.length) break
      this.gap = 0
      if (!tellsLength(block, at, head)) {
        this.kind = head
        yield { at, bytes: head.bytes, samples: head.samples, rate: head.rate, channels: head.channels }
      }
      // some frames are one byte shorter than stated
      at += head.bytes - 1
      if (at + 1 < block.length && headAt(block, at) === null) at += 1
    }
    // a rest too short for a header is the end
    this.next = Math.min(this.size, isLast && at + headBytes > block.length ? this.size : begin + at)
  }

  /**
   * Returns true if a header begins a frame. A header of another kind, or after many foreign bytes, is a coincidence
   * unless more of its kind follow, or the file ends after it. Null if the next block has to decide.
   */
  private fits(block: Uint8Array, at: number, head: FrameHead, isLast: boolean): boolean | null {
    if (this.next + at + head.bytes > this.size) return false
    if (this.kind === null || (isSameKind(head, this.kind) && this.gap < strangeBytes)) return true
    let next = at
    for (let frames = 0, here: FrameHead | null = head; frames < changeFrames; frames += 1) {
      if (here === null || !isSameKind(here, head)) return false
      next += here.bytes
      if (next + headBytes > block.length) return isLast ? next <= block.length : at === 0 ? frames > 0 : null
      if (tagBytes(block, next) > 0) return true
      here = headAt(block, next) ?? headAt(block, next - 1)
    }
    return true
  }
}

function isSameKind(one: FrameHead, other: FrameHead): boolean {
  return one.rate === other.rate && one.version === other.version && one.channels === other.channels
}

/**
 * Returns the length of an ID3v2, ID3v1 or APE tag in bytes; 0 if there is none. The size of ID3v2 uses seven bits of
 * each byte.
 */
function tagBytes(block: Uint8Array, at: number): number {
  if (block[at] === 0x41) return apeBytes(block, at)
  const [i = 0, d = 0, three = 0, major = 0xff, , flags = 0, ...size] = block.subarray(at, at + 10)
  const word = String.fromCharCode(i, d, three)
  if (word === 'TAG') return 128
  if (word !== 'ID3' || size.length < 4 || major > 4 || size.some((byte) => byte > 0x7f)) return 0
  const footer = (flags & 0x10) === 0 ? 0 : 10
  return 10 + footer + size.reduce((sum, byte) => sum * 128 + byte, 0)
}

/**
 * Returns the length of an APE tag in bytes; 0 if there is none. If its header is damaged, it extends to the end of the
 * file. A footer without a header ends a tag. https://wiki.hydrogenaudio.org/index.php?title=APE_Tags_Header
 */
function apeBytes(block: Uint8Array, at: number): number {
  if (at + tagHeadBytes > block.length || String.fromCharCode(...block.subarray(at, at + 8)) !== 'APETAGEX') return 0
  const view = new DataView(block.buffer, block.byteOffset + at, tagHeadBytes)
  const version = view.getUint32(8, true)
  if (version !== 1000 && version !== 2000) return Number.MAX_SAFE_INTEGER
  const isHead = (view.getUint32(20, true) & 0x2000_0000) !== 0
  return tagHeadBytes + (isHead ? view.getUint32(12, true) : 0)
}

/** Returns true if it is the information frame without sound, which states the file's length. */
function tellsLength(block: Uint8Array, at: number, head: FrameHead): boolean {
  const sideBytes = head.version === 3 ? (head.channels === 1 ? 17 : 32) : head.channels === 1 ? 9 : 17
  const from = at + headBytes + sideBytes
  const word = String.fromCharCode(...block.subarray(from, from + 4))
  return word === 'Xing' || word === 'Info'
}
