import type { Root as HastRoot } from 'hast'
import type { Definition, FootnoteDefinition } from 'mdast'
import { lengthMax, type Unformatted } from './block-limits.ts'
import { BlockSplitter, type MarkdownBlock } from './block-splitter.ts'
import { LabelTable } from './label-table.ts'
import { LabelUse } from './label-use.ts'
import {
  continuesBlock,
  convertBlock,
  type FootnoteCall,
  footnoteBlock,
  labelOf,
  type ParsedBlock,
  parseSource,
} from './syntax-tree.ts'
import type { AnyDefinition } from './unused-definitions.ts'

/** A footnote as shown below its message. */
export interface Footnote {
  readonly number: number
  /** Number of references to it. */
  readonly times: number
  readonly content: ParsedBlock
  readonly calls: readonly FootnoteCall[]
}

/** The current view of a message. */
export interface MessageView {
  /** A block stays the same object while its display is unchanged. */
  readonly blocks: readonly MarkdownBlock[]
  readonly footnotes: readonly Footnote[]
}

interface NotePlace {
  readonly block: MarkdownBlock
  readonly index: number
}

/** Limits of parsing ahead for definitions: blocks, and characters in total. */
const aheadBlocksMax = 200
const aheadLengthMax = 30_000

/**
 * A growing message in blocks. References and footnotes also find definitions in other blocks. A later definition
 * rebuilds only the blocks that looked up its label.
 */
export class MessageDocument {
  private readonly splitter = new BlockSplitter(continuesBlock)
  private text: string | null = null
  private view: MessageView = { blocks: [], footnotes: [] }
  private readonly links = new LabelTable<Definition>(sameTarget)
  private readonly notes = new LabelTable<NotePlace>(() => true)
  private readonly parsed = new WeakMap<MarkdownBlock, ParsedBlock | Unformatted>()
  private readonly calls = new WeakMap<MarkdownBlock, readonly FootnoteCall[]>()
  /** For a block with changed references, its copy in the view, and the reverse. */
  private readonly copies = new Map<MarkdownBlock, MarkdownBlock>()
  private readonly originals = new WeakMap<MarkdownBlock, MarkdownBlock>()
  /** The blocks that looked up a label. */
  private readonly asking = new Map<string, Set<MarkdownBlock>>()
  private readonly use = new LabelUse()
  /** Labels of the footnotes that are called. */
  private called: ReadonlySet<string> = new Set()
  /** Finished blocks with definitions. */
  private defining: MarkdownBlock[] = []
  /** Number of finished blocks already processed. */
  private finished = 0
  private generation = 0
  private open: readonly MarkdownBlock[] = []
  private calling: MarkdownBlock[] = []
  private ahead = { blocks: 0, length: 0 }
  private parses = 0

  /** Returns the number of block parses so far: the cost of showing the message. */
  get parsedCount(): number {
    return this.parses
  }

  /** Updates the text; equal text gives the same view. */
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

    const changed = this.takeDefinitions(fresh, open)
    for (const label of changed) this.renewAsking(label)
    const used = this.use.updateUses({
      fresh: fresh.filter(mayBeParsed),
      open: this.links.size === 0 ? [] : open.filter(mayBeParsed),
      changed,
      isDefined: (label) => this.links.has(label),
      refers: (block, label) => this.parseAhead(block)?.references.has(label) === true,
    })
    for (const block of fresh) if (mayCall(block)) this.calling.push(block)
    for (const block of fresh) if (mayDefine(block)) this.defining.push(block)
    const calledBefore = this.called
    const footnotes = this.numberFootnotes([...this.calling, ...open.filter(mayCall)])
    const calls = [...calledBefore, ...this.called].filter(
      (label) => calledBefore.has(label) !== this.called.has(label),
    )
    this.renewDefining(new Set([...changed, ...used, ...calls]))
    const shown = this.copies.size === 0 ? blocks : blocks.map((block) => this.copies.get(block) ?? block)
    this.view = { blocks: shown, footnotes }
    return this.view
  }

  /** Returns the elements of a block in the view, or the reason to show its source. */
  elementsOf(shown: MarkdownBlock): HastRoot | Unformatted {
    const block = this.originals.get(shown) ?? shown
    const parsed = this.parse(block)
    return typeof parsed === 'string' ? parsed : this.convert(parsed, this.calls.get(block) ?? [], block.list)
  }

  /** Returns the content of a footnote. */
  elementsOfFootnote({ content, calls }: Footnote): HastRoot | Unformatted {
    return this.convert(content, calls, null)
  }

  private convert(parsed: ParsedBlock, calls: readonly FootnoteCall[], list: MarkdownBlock['list']) {
    return convertBlock(parsed, {
      definitionOf: (label) => this.links.get(label),
      calls,
      list,
      isUnused: (definition) => this.isUnused(definition),
    })
  }

  private isUnused(definition: AnyDefinition): boolean {
    const label = labelOf(definition)
    if (definition.type === 'footnoteDefinition') {
      return !this.called.has(label) || this.noteOf(label) !== definition
    }
    const first = this.links.get(label)
    return first === undefined || !sameTarget(first, definition) || !this.use.has(label)
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
    this.use.clear()
    this.called = new Set()
    this.defining = []
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

  /** Drops the data of a removed block. */
  private forget(block: MarkdownBlock): void {
    for (const label of askedBy(this.parsed.get(block) ?? 'long')) this.asking.get(label)?.delete(block)
    this.copies.delete(block)
  }

  /** Parses a block before it is shown; null when it is too large for that. */
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
        const own = mayDefine(block) ? this.parseAhead(block) : null
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
    return [
      ...this.links.updateLabels(kept.links, passing.links),
      ...this.notes.updateLabels(kept.notes, passing.notes),
    ]
  }

  /** Parses and renders again the blocks that looked up a label. */
  private renewAsking(label: string): void {
    const blocks = this.asking.get(label) ?? []
    this.asking.delete(label)
    for (const block of blocks) {
      this.parsed.delete(block)
      this.replace(block)
    }
  }

  /** Renders again the blocks that define one of the labels. */
  private renewDefining(labels: ReadonlySet<string>): void {
    if (labels.size === 0) return
    for (const block of [...this.defining, ...this.open]) {
      const parsed = this.parsed.get(block)
      if (parsed === undefined || typeof parsed === 'string') continue
      const own = [...parsed.definitions, ...parsed.footnotes]
      if (own.some((definition) => labels.has(labelOf(definition)))) this.replace(block)
    }
  }

  /** Replaces a block in the view by a copy, so that it renders again. */
  private replace(block: MarkdownBlock): void {
    const copy = { ...block }
    this.originals.set(copy, block)
    this.copies.set(block, copy)
  }

  /** Numbers the footnotes in order of their first reference, and gives each block its numbers. */
  private numberFootnotes(calling: readonly MarkdownBlock[]): readonly Footnote[] {
    if (this.notes.size === 0 && this.view.footnotes.length === 0) {
      this.called = noLabels
      return noFootnotes
    }
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
    // Footnotes may reference others, which get numbers after all those in the text; the map grows during the loop.
    const found: { readonly label: string; readonly content: ParsedBlock; readonly calls: readonly FootnoteCall[] }[] =
      []
    for (const label of numbers.keys()) {
      const content = this.noteContent(label)
      if (content !== null) found.push({ label, content, calls: content.calls.map(count) })
    }
    this.called = new Set(numbers.keys())
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
    const definition = this.noteOf(label)
    return definition === null || typeof parsed === 'string' ? null : footnoteBlock(definition, parsed)
  }

  /** Returns the footnote that a label leads to. */
  private noteOf(label: string): FootnoteDefinition | null {
    const place = this.notes.get(label)
    const parsed = place === undefined ? 'long' : this.parse(place.block)
    return typeof parsed === 'string' ? null : (parsed.footnotes[place?.index ?? 0] ?? null)
  }
}

const noFootnotes: readonly Footnote[] = []
const noLabels: ReadonlySet<string> = new Set()

function sameTarget(a: Definition, b: Definition): boolean {
  return a.url === b.url && a.title === b.title
}

/**
 * Returns true if a block is short enough to be parsed. A longer one is shown as its source, so it need not be read
 * with every update.
 */
function mayBeParsed(block: MarkdownBlock): boolean {
  return block.kind === 'text' && block.source.length <= lengthMax
}

function mayDefine(block: MarkdownBlock): boolean {
  return mayBeParsed(block) && block.source.includes(']:')
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

/** Returns the previous block object, if it is unchanged. */
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
