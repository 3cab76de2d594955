type Bytes = Uint8Array<ArrayBuffer>

const lineFeed = 0x0a
const carriageReturn = 0x0d
const colon = 0x3a
const space = 0x20
const byteOrderMark = Buffer.from('\ufeff')
const fieldsKept: ReadonlySet<string> = new Set(['id', 'event', 'retry'])
const longestName = 'event'.length
/** Space reserved for the next event, in bytes. */
const roomKept = 64 * 1024

/** An event of a stream. */
export interface StreamedEvent {
  /** The lines of its other fields, unchanged. */
  readonly fields: Bytes
  /** All its lines of data as one text; null if it has none. */
  readonly data: Buffer<ArrayBuffer> | null
}

/**
 * Cuts the bytes of a stream into its events (WHATWG HTML): pieces may end anywhere, and lines by LF, CR or both. An
 * event that has not ended is kept, as nobody can use a part of it. Comments and unknown fields are dropped.
 */
export class StreamedEvents {
  private open: Bytes[] = []
  /** True if the last byte was CR: an LF after it belongs to the same line end. */
  private isAfterReturn = false
  private isFirstLine = true
  private readonly fields = new GrowingBytes()
  private readonly data = new GrowingBytes()
  private hasData = false

  /** Returns the events that end in a piece. */
  push(piece: Bytes): readonly StreamedEvent[] {
    if (piece.length === 0) return []
    const all = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    const bytes = this.isAfterReturn && all[0] === lineFeed ? all.subarray(1) : all
    this.isAfterReturn = all.at(-1) === carriageReturn
    const end = Math.max(bytes.lastIndexOf(lineFeed), bytes.lastIndexOf(carriageReturn)) + 1
    if (end === 0) {
      this.open.push(bytes)
      return []
    }
    const lines = Buffer.concat([...this.open, bytes.subarray(0, end)])
    this.open = end === bytes.length ? [] : [new Uint8Array(bytes.subarray(end))]
    const events: StreamedEvent[] = []
    for (const line of linesOf(lines)) {
      if (line.length > 0) this.readWhole(line)
      else if (this.hasData || this.fields.length > 0) events.push(this.takeEvent())
    }
    return events
  }

  private readWhole(whole: Buffer): void {
    const isMarked = this.isFirstLine && whole.indexOf(byteOrderMark) === 0
    this.isFirstLine = false
    const line = isMarked ? whole.subarray(byteOrderMark.length) : whole
    const at = line.indexOf(colon)
    const end = at < 0 ? line.length : at
    const name = end > longestName ? '' : line.toString('latin1', 0, end)
    if (fieldsKept.has(name)) {
      this.fields.append(line)
      this.fields.addByte(lineFeed)
    } else if (name === 'data') {
      if (this.hasData) this.data.addByte(lineFeed)
      this.hasData = true
      const value = line.subarray(end + 1)
      this.data.append(value[0] === space ? value.subarray(1) : value)
    }
  }

  private takeEvent(): StreamedEvent {
    const event = { fields: this.fields.takeBytes(), data: this.hasData ? this.data.takeBytes() : null }
    this.hasData = false
    return event
  }
}

/**
 * Yields the lines of bytes that end with a line end, without their ends. Examines each byte once for each kind of end.
 */
function* linesOf(bytes: Buffer): Generator<Buffer> {
  let feed = bytes.indexOf(lineFeed)
  let back = bytes.indexOf(carriageReturn)
  for (let from = 0; from < bytes.length; ) {
    if (feed >= 0 && feed < from) feed = bytes.indexOf(lineFeed, from)
    if (back >= 0 && back < from) back = bytes.indexOf(carriageReturn, from)
    const end = feed < 0 || back < 0 ? Math.max(feed, back) : Math.min(feed, back)
    yield bytes.subarray(from, end)
    from = end + (end === back && feed === back + 1 ? 2 : 1)
  }
}

/** Collects bytes that arrive in pieces of any size, with at most twice their size. */
class GrowingBytes {
  private bytes = Buffer.alloc(0)
  length = 0

  append(piece: Uint8Array): void {
    this.makeRoom(piece.length)
    this.bytes.set(piece, this.length)
    this.length += piece.length
  }

  addByte(byte: number): void {
    this.makeRoom(1)
    this.bytes[this.length] = byte
    this.length += 1
  }

  /** Returns a copy of all bytes, and drops them. */
  takeBytes(): Buffer<ArrayBuffer> {
    const taken = Buffer.from(this.bytes.subarray(0, this.length))
    if (this.bytes.length > roomKept) this.bytes = Buffer.alloc(0)
    this.length = 0
    return taken
  }

  private makeRoom(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(256, 2 * this.length, this.length + more))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }
}
