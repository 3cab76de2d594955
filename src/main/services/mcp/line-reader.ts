/** A line of a stream, or the known facts about a line too long to keep. */
export type Line =
  | { readonly kind: 'line'; readonly bytes: Buffer }
  /** `edges` are the first and the last bytes of the line. */
  | { readonly kind: 'too_long'; readonly bytes: number; readonly edges: readonly [Buffer, Buffer] }

/** Number of bytes kept from the beginning and the end of a line that is too long. */
const edgeBytes = 512

/** Cuts a stream into lines. Of a line that is longer than the bound only its edges are kept. */
export class LineReader {
  private readonly bytesMax: number
  private parts: Buffer[] = []
  private length = 0
  private head: Buffer | null = null
  private tail: Buffer = Buffer.alloc(0)

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax
  }

  /** Returns the lines that end in this chunk. */
  push(chunk: Buffer): readonly Line[] {
    const lines: Line[] = []
    let from = 0
    for (;;) {
      const end = chunk.indexOf(0x0a, from)
      this.appendPiece(chunk.subarray(from, end < 0 ? chunk.length : end))
      if (end < 0) return lines
      lines.push(this.takeLine())
      from = end + 1
    }
  }

  private appendPiece(piece: Buffer): void {
    this.length += piece.length
    if (this.head !== null) {
      this.tail = Buffer.concat([this.tail, piece.subarray(-edgeBytes)]).subarray(-edgeBytes)
      return
    }
    this.parts.push(piece)
    if (this.length <= this.bytesMax) return
    this.head = joined(this.parts).subarray(0, edgeBytes)
    this.tail = joined(this.parts.toReversed(), 'backwards').subarray(-edgeBytes)
    this.parts = []
  }

  private takeLine(): Line {
    const line: Line =
      this.head === null
        ? { kind: 'line', bytes: Buffer.concat(this.parts) }
        : { kind: 'too_long', bytes: this.length, edges: [this.head, this.tail] }
    this.parts = []
    this.length = 0
    this.head = null
    this.tail = Buffer.alloc(0)
    return line
  }
}

/** Returns the first parts that fill an edge, as a copy, so that the long line itself can be freed. */
function joined(parts: readonly Buffer[], order: 'forwards' | 'backwards' = 'forwards'): Buffer {
  const kept: Buffer[] = []
  let length = 0
  for (const part of parts) {
    if (length >= edgeBytes) break
    kept.push(part)
    length += part.length
  }
  return Buffer.concat(order === 'forwards' ? kept : kept.toReversed())
}
