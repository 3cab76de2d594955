import type { Root as HastRoot } from 'hast'
import type { Definition } from 'mdast'
import { lengthMax, type Unformatted } from './block-limits.ts'
import { BlockSplitter, type MarkdownBlock } from './block-splitter.ts'
import { LabelTable } from './label-table.ts'
import {
  continuesBlock,
  convertBlock,
  type FootnoteCall,
  footnoteBlock,
  labelOf,
  type ParsedBlock,
  parseSource,
} from './syntax-tree.ts'

/** A footnote as it stands under its message. */
export interface Footnote {
  readonly number: number
  /** How often it is called. */
  readonly times: number
  readonly content: ParsedBlock
  readonly calls: readonly FootnoteCall[]
}

/** A message as it is shown now. */
export interface MessageView {
  /** A block is the same object as long as nothing of what it shows has changed. */
  readonly blocks: readonly MarkdownBlock[]
  readonly footnotes: readonly Footnote[]
}

interface NotePlace {
  readonly block: MarkdownBlock
  readonly index: number
}

/** Blocks parsed ahead for definitions: at most so many, and so many characters together. */
const aheadBlocksMax = 200
const aheadLengthMax = 30_000

/**
 * A growing message in blocks. References and footnotes find what other blocks define; a definition that comes later
 * makes anew only the blocks that asked for it.
 */
export class MessageDocument {
  private readonly splitter = new BlockSplitter(continuesBlock)
  private text: string | null = null
  private view: MessageView = { blocks: [], footnotes: [] }
  private readonly links = new LabelTable<Definition>((a, b) => a.url === b.url && a.title === b.title)
  private readonly notes = new LabelTable<NotePlace>(() => true)
  private readonly parsed = new WeakMap<MarkdownBlock, ParsedBlock | Unformatted>()
  private readonly calls = new WeakMap<MarkdownBlock, readonly FootnoteCall[]>()
  /** The copy that stands in the view for a block whose surroundings have changed, and the way back. */
  private readonly copies = new Map<MarkdownBlock, MarkdownBlock>()
  private readonly originals = new WeakMap<MarkdownBlock, MarkdownBlock>()
  /** The blocks that asked for a label. */
  private readonly asking = new Map<string, Set<MarkdownBlock>>()
  /** Number of finished blocks that were looked through. */
  private finished = 0
  private generation = 0
  private open: readonly MarkdownBlock[] = []
  private calling: MarkdownBlock[] = []
  private ahead = { blocks: 0, length: 0 }
  private parses = 0

  /** How often a block was parsed: what showing the message has cost. */
  get parsedCount(): number {
    return this.parses
  }

  /** Takes the text as it is now; the same text gives the same view. */
  update(text: string): MessageView {
    if (text === this.text) return this.view
    this.text = text
    const all = this.splitter.update(text)
    const count = this.splitter.finishedCount
    if (this.splitter.generation !== this.generation) this.reset()
    const fresh = all.slice(this.finished, count)
    const open = all.slice(count).map((block, index) => sameBlock(this.open[index], block) ?? block)
    for (const block of this.open) if (!open.includes(block)) this.forget(block)
    const blocks = [...all.slice(0, count), ...open]
    this.finished = count
    this.open = open

    for (const label of this.takeDefinitions(fresh, open)) this.renewAsking(label)
    for (const block of fresh) if (mayCall(block)) this.calling.push(block)
    const footnotes = this.numberFootnotes([...this.calling, ...open.filter(mayCall)])
    const shown = this.copies.size === 0 ? blocks : blocks.map((block) => this.copies.get(block) ?? block)
    this.view = { blocks: shown, footnotes }
    return this.view
  }

  /** A block of the view as elements, or the reason why it is shown as its source. */
  elementsOf(shown: MarkdownBlock): HastRoot | Unformatted {
    const block = this.originals.get(shown) ?? shown
    const parsed = this.parse(block)
    return typeof parsed === 'string' ? parsed : this.convert(parsed, this.calls.get(block) ?? [], block.list)
  }

  /** Content of a footnote. */
  elementsOfFootnote({ content, calls }: Footnote): HastRoot | Unformatted {
    return this.convert(content, calls, null)
  }

  private convert(parsed: ParsedBlock, calls: readonly FootnoteCall[], list: MarkdownBlock['list']) {
    return convertBlock(parsed, { definitionOf: (label) => this.links.get(label), calls, list })
  }

  private reset(): void {
    this.links.clear()
    this.notes.clear()
    this.copies.clear()
    this.asking.clear()
    this.finished = 0
    this.generation = this.splitter.generation
    this.open = []
    this.calling = []
    this.ahead = { blocks: 0, length: 0 }
  }

  private parse(block: MarkdownBlock): ParsedBlock | Unformatted {
    const before = this.parsed.get(block)
    if (before !== undefined) return before
    this.parses += 1
    const parsed = parseSource(block.source, { links: this.links, notes: this.notes, asked: new Set() })
    this.parsed.set(block, parsed)
    for (const label of askedBy(parsed)) {
      const blocks = this.asking.get(label)
      if (blocks === undefined) this.asking.set(label, new Set([block]))
      else blocks.add(block)
    }
    return parsed
  }

  /** Drops what is known of a block that is not there any more. */
  private forget(block: MarkdownBlock): void {
    for (const label of askedBy(this.parsed.get(block) ?? 'long')) this.asking.get(label)?.delete(block)
    this.copies.delete(block)
  }

  /** Parses a block before it is shown; null where that would be too much. */
  private parseAhead(block: MarkdownBlock): ParsedBlock | null {
    if (!this.parsed.has(block) && !this.open.includes(block)) {
      if (this.ahead.blocks >= aheadBlocksMax || this.ahead.length >= aheadLengthMax) return null
      this.ahead.blocks += 1
      this.ahead.length += block.source.length
    }
    const parsed = this.parse(block)
    return typeof parsed === 'string' ? null : parsed
  }

  private takeDefinitions(fresh: readonly MarkdownBlock[], open: readonly MarkdownBlock[]): readonly string[] {
    const [kept, passing] = [fresh, open].map((blocks) => {
      const parsed = blocks.flatMap((block) => {
        const own = mayBeParsed(block) && block.source.includes(']:') ? this.parseAhead(block) : null
        return own === null ? [] : [{ block, own }]
      })
      return {
        links: parsed.flatMap(({ own }) => own.definitions.map((node) => [labelOf(node), node] as const)),
        notes: parsed.flatMap(({ block, own }) =>
          own.footnotes.map((node, index) => [labelOf(node), { block, index }] as const),
        ),
      }
    })
    if (kept === undefined || passing === undefined) return []
    return [...this.links.take(kept.links, passing.links), ...this.notes.take(kept.notes, passing.notes)]
  }

  /** Has the blocks that asked for a label parsed and shown anew. */
  private renewAsking(label: string): void {
    const blocks = this.asking.get(label) ?? []
    this.asking.delete(label)
    for (const block of blocks) {
      this.parsed.delete(block)
      this.replace(block)
    }
  }

  /** Puts a copy of a block into the view, so that it is rendered again. */
  private replace(block: MarkdownBlock): void {
    const copy = { ...block }
    this.originals.set(copy, block)
    this.copies.set(block, copy)
  }

  /** Numbers the footnotes in the order in which they are called, and tells every block its numbers. */
  private numberFootnotes(calling: readonly MarkdownBlock[]): readonly Footnote[] {
    if (this.notes.size === 0 && this.view.footnotes.length === 0) return noFootnotes
    const numbers = new Map<string, number>()
    const times = new Map<string, number>()
    const count = (label: string): FootnoteCall => {
      const time = (times.get(label) ?? 0) + 1
      times.set(label, time)
      if (time === 1) numbers.set(label, numbers.size + 1)
      return { number: numbers.get(label) ?? 0, time }
    }
    for (const block of calling) {
      const calls = (this.parseAhead(block)?.calls ?? []).map(count)
      const before = this.calls.get(block) ?? []
      if (calls.length === before.length && calls.every((call, at) => sameCall(call, before[at]))) continue
      this.calls.set(block, calls)
      this.replace(block)
    }
    // a footnote may call others, which are numbered behind all that the text calls: the map grows meanwhile
    const found: { readonly label: string; readonly content: ParsedBlock; readonly calls: readonly FootnoteCall[] }[] =
      []
    for (const label of numbers.keys()) {
      const content = this.noteContent(label)
      if (content !== null) found.push({ label, content, calls: content.calls.map(count) })
    }
    return found.map(({ label, content, calls }) => ({
      number: numbers.get(label) ?? 0,
      times: times.get(label) ?? 0,
      content,
      calls,
    }))
  }

  private noteContent(label: string): ParsedBlock | null {
    const place = this.notes.get(label)
    const parsed = place === undefined ? 'long' : this.parse(place.block)
    const definition = typeof parsed === 'string' ? undefined : parsed.footnotes[place?.index ?? 0]
    return definition === undefined || typeof parsed === 'string' ? null : footnoteBlock(definition, parsed)
  }
}

const noFootnotes: readonly Footnote[] = []

/** A longer block is shown as its source: it is not read again with each part that comes. */
function mayBeParsed(block: MarkdownBlock): boolean {
  return block.kind === 'text' && block.source.length <= lengthMax
}

function mayCall(block: MarkdownBlock): boolean {
  return mayBeParsed(block) && block.source.includes('[^')
}

function askedBy(parsed: ParsedBlock | Unformatted): Iterable<string> {
  return typeof parsed === 'string' ? [] : parsed.asked
}

function sameCall(a: FootnoteCall, b: FootnoteCall | undefined): boolean {
  return a.number === b?.number && a.time === b.time
}

/** The block of before, if it is the same still. */
function sameBlock(before: MarkdownBlock | undefined, now: MarkdownBlock): MarkdownBlock | null {
  const isSame =
    before !== undefined &&
    before.start === now.start &&
    before.source === now.source &&
    before.kind === now.kind &&
    before.list?.number === now.list?.number &&
    before.list?.loose === now.list?.loose
  return isSame ? before : null
}
