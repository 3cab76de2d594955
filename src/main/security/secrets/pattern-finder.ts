/** A part of a text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Characters of a block: the finder skips blocks that no pattern contains. */
const blockLength = 3
const blocks = 1 << 16

/**
 * Finds many patterns in one pass, at a cost that hardly grows with their number (S. Wu and U. Manber, 1994). Patterns
 * have at least three characters.
 */
export class PatternFinder {
  /** The shortest pattern's length: the tables hold that much of each pattern. */
  private readonly head: number
  private readonly lengthMax: number
  /** How far to skip after a block, by its hash; 0 if a head may end there. */
  private readonly shifts: Uint8Array
  private readonly byLastBlock: ReadonlyMap<number, readonly string[]>
  /** By the hash of a block: 1 if a pattern begins with it. */
  private readonly firstBlocks: Uint8Array
  /** All beginnings of heads. */
  private readonly beginnings: ReadonlySet<string>

  constructor(patterns: Iterable<string>) {
    const known = [...new Set(patterns)].filter(({ length }) => length >= blockLength)
    this.head = Math.min(255, ...known.map(({ length }) => length))
    this.lengthMax = Math.max(0, ...known.map(({ length }) => length))
    this.shifts = new Uint8Array(known.length === 0 ? 0 : blocks).fill(this.head - blockLength + 1)
    this.firstBlocks = new Uint8Array(known.length === 0 ? 0 : blocks)
    const byLastBlock = new Map<number, string[]>()
    const beginnings = new Set<string>()
    for (const pattern of known) {
      this.firstBlocks[hashAt(pattern, blockLength - 1)] = 1
      for (let end = blockLength; end <= this.head; end += 1) {
        const hash = hashAt(pattern, end - 1)
        this.shifts[hash] = Math.min(this.shifts[hash] ?? 0, this.head - end)
      }
      const last = hashAt(pattern, this.head - 1)
      byLastBlock.set(last, [...(byLastBlock.get(last) ?? []), pattern])
      for (let length = 1; length < this.head; length += 1) beginnings.add(pattern.slice(0, length))
    }
    this.byLastBlock = byLastBlock
    this.beginnings = beginnings
  }

  get isEmpty(): boolean {
    return this.lengthMax === 0
  }

  /**
   * Returns the positions of patterns. Occurrences of the same pattern do not overlap; those of different patterns may.
   */
  findSpans(text: string): readonly Span[] {
    if (this.isEmpty) return []
    const spans: Span[] = []
    const passed = new Map<string, number>()
    for (let at = this.head - 1; at < text.length; ) {
      const hash = hashAt(text, at)
      const shift = this.shifts[hash] ?? 1
      at += Math.max(1, shift)
      if (shift > 0) continue
      const start = at - this.head
      for (const pattern of this.byLastBlock.get(hash) ?? []) {
        if (start < (passed.get(pattern) ?? 0) || !text.startsWith(pattern, start)) continue
        spans.push({ start, end: start + pattern.length })
        passed.set(pattern, start + pattern.length)
      }
    }
    return spans
  }

  /** Returns how many characters before `end` could begin a pattern that continues after it. */
  begun(text: string, end: number): number {
    if (this.isEmpty) return 0
    for (let start = Math.max(0, end - this.lengthMax + 1); start < end; start += 1)
      if (this.begins(text, start, end)) return end - start
    return 0
  }

  private begins(text: string, start: number, end: number): boolean {
    const length = end - start
    // most positions end here, without a copy of the text
    if (length >= blockLength && this.firstBlocks[hashAt(text, start + blockLength - 1)] !== 1) return false
    if (length < this.head) return this.beginnings.has(text.slice(start, end))
    const patterns = this.byLastBlock.get(hashAt(text, start + this.head - 1)) ?? []
    return patterns.some((pattern) => pattern.length > length && pattern.startsWith(text.slice(start, end)))
  }
}

/** Returns the hash of the block whose last character is at an index. */
function hashAt(text: string, at: number): number {
  return ((text.charCodeAt(at - 2) << 10) ^ (text.charCodeAt(at - 1) << 5) ^ text.charCodeAt(at)) & (blocks - 1)
}
