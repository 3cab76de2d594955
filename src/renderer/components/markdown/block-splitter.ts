/** A piece of a Markdown text that can be parsed by itself. Once the text goes on behind it, it never changes again. */
export interface MarkdownBlock {
  /** Where it begins in the text, in UTF-16 units: its identity while the text grows. */
  readonly start: number
  readonly source: string
  /** `code`: a fenced block at the top level, which is shown without parsing its inside. */
  readonly kind: 'text' | 'code'
}

/** A list is cut between items once it is this long, so that its end stays cheap to parse while it grows. */
const longListLength = 1500

interface Fence {
  readonly marker: string
  readonly length: number
}

/**
 * Cuts a growing Markdown text into blocks. Feeding it the text again with more at its end costs only the new part and
 * the last block: finished blocks keep their identity. Blocks end at blank lines outside fences, formulas and lists,
 * before headings and fences, and between the items of very long lists.
 */
export class BlockSplitter {
  private text = ''
  /** Everything before this is in `finished` and is never looked at again. */
  private position = 0
  private finished: MarkdownBlock[] = []
  private blockStart = 0
  private fence: Fence | null = null
  private fenceIsTop = false
  private inFormula: '$$' | '\\]' | null = null
  private inList = false
  private sawBlank = false
  private isEmpty = true

  /** The blocks of a text. The array is new, the finished blocks in it are the same objects as before. */
  update(text: string): readonly MarkdownBlock[] {
    if (!isExtension(this.text, text)) this.reset()
    this.text = text
    for (;;) {
      const end = text.indexOf('\n', this.position)
      if (end < 0) break
      this.takeLine(text.slice(this.position, end), this.position)
      this.position = end + 1
    }
    return this.withOpenEnd()
  }

  private reset(): void {
    this.position = 0
    this.finished = []
    this.begin(0)
  }

  private begin(start: number): void {
    this.blockStart = start
    this.fence = null
    this.fenceIsTop = false
    this.inFormula = null
    this.inList = false
    this.sawBlank = false
    this.isEmpty = true
  }

  private finish(end: number): void {
    if (!this.isEmpty) {
      this.finished.push({
        start: this.blockStart,
        source: this.text.slice(this.blockStart, end),
        kind: this.fenceIsTop ? 'code' : 'text',
      })
    }
    this.begin(end)
  }

  private takeLine(line: string, start: number): void {
    if (this.fence) {
      if (closesFence(line, this.fence)) {
        this.fence = null
        if (this.fenceIsTop) this.finish(start + line.length + 1)
      }
      return
    }
    if (this.inFormula) {
      if (line.trimEnd().endsWith(this.inFormula)) this.inFormula = null
      return
    }
    if (line.trim() === '') {
      this.sawBlank = true
      return
    }
    if (!this.isEmpty && this.startsNewBlock(line, start)) this.finish(start)
    const wasEmpty = this.isEmpty
    this.isEmpty = false
    this.sawBlank = false
    this.inList ||= isListItem(line)
    this.fence = opensFence(line)
    if (this.fence) this.fenceIsTop = wasEmpty && indentOf(line) < 4 && !this.inList
    else this.inFormula = opensFormula(line)
  }

  private startsNewBlock(line: string, start: number): boolean {
    const indent = indentOf(line)
    // what is indented may belong to a list item, or be the rest of indented code
    if (indent >= 2) return false
    if (this.inList) {
      if (isListItem(line)) return start - this.blockStart > longListLength
      return this.sawBlank || opensFence(line) !== null || isHeading(line)
    }
    return this.sawBlank || opensFence(line) !== null || isHeading(line) || isHeading(this.firstLine())
  }

  private firstLine(): string {
    const end = this.text.indexOf('\n', this.blockStart)
    return this.text.slice(this.blockStart, end < 0 ? undefined : end)
  }

  /** The finished blocks and what is still open, which is parsed again with every piece that comes. */
  private withOpenEnd(): readonly MarkdownBlock[] {
    const rest = this.text.slice(this.position)
    // the line that is being written may already be the first of the next block
    const startsNew =
      !this.fence && !this.inFormula && !this.isEmpty && rest.trim() !== '' && this.startsNewBlock(rest, this.position)
    const blocks = [...this.finished]
    if (startsNew) {
      blocks.push({
        start: this.blockStart,
        source: this.text.slice(this.blockStart, this.position),
        kind: this.fenceIsTop ? 'code' : 'text',
      })
      blocks.push(openBlock(this.position, rest))
    } else if (!this.isEmpty) {
      blocks.push({
        start: this.blockStart,
        source: this.text.slice(this.blockStart),
        kind: this.fenceIsTop ? 'code' : 'text',
      })
    } else if (rest.trim() !== '') {
      blocks.push(openBlock(this.blockStart, this.text.slice(this.blockStart)))
    }
    return blocks
  }
}

function openBlock(start: number, source: string): MarkdownBlock {
  return { start, source, kind: opensFence(source.replace(/^\n+/, '')) ? 'code' : 'text' }
}

/** Compares a sample instead of the whole, which would cost as much as the text is long. */
function isExtension(before: string, after: string): boolean {
  if (after.length < before.length) return false
  const middle = before.length >> 1
  return (
    after.startsWith(before.slice(-64), Math.max(0, before.length - 64)) &&
    after.startsWith(before.slice(0, 64)) &&
    after.startsWith(before.slice(middle, middle + 64), middle)
  )
}

function indentOf(line: string): number {
  let columns = 0
  for (const character of line) {
    if (character === ' ') columns += 1
    else if (character === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}

function opensFence(line: string): Fence | null {
  const match = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}(?!.*`)|~{3,})/.exec(line)
  const run = match?.[1]
  return run === undefined ? null : { marker: run.charAt(0), length: run.length }
}

function closesFence(line: string, fence: Fence): boolean {
  const run = /^\s*(`{3,}|~{3,})\s*$/.exec(line)?.[1]
  return run !== undefined && run.charAt(0) === fence.marker && run.length >= fence.length
}

function opensFormula(line: string): '$$' | '\\]' | null {
  const text = line.trim()
  if (text.startsWith('$$') && !(text.length > 2 && text.endsWith('$$'))) return '$$'
  if (text.startsWith('\\[') && !text.endsWith('\\]')) return '\\]'
  return null
}

function isListItem(line: string): boolean {
  return /^\s{0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(line) && !/^\s{0,3}([-*_])(?:\s*\1){2,}\s*$/.test(line)
}

function isHeading(line: string): boolean {
  return /^ {0,3}#{1,6}(?:\s|$)/.test(line)
}
