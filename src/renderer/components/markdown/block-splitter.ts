import { lengthMax } from './block-limits.ts'
import { formulaLengthMax } from './formula-places.ts'
import { foldBalance, opensFold } from './html-tags.ts'
import {
  closesFence,
  endsHtml,
  type Fence,
  formulaBalance,
  formulaOpening,
  htmlEnd,
  type ItemMarker,
  indentOf,
  isBlank,
  isHeading,
  itemMarker,
  type OpenFormula,
  opensFence,
} from './line-shapes.ts'
import { opensFormulaAt } from './math-delimiters.ts'

/** A piece of a Markdown text that can be parsed alone. It never changes once text follows it. */
export interface MarkdownBlock {
  /** Start in the text, in UTF-16 units: its identity while the text grows. */
  readonly start: number
  readonly source: string
  /** `code`: a fenced block at the top level; its content is not parsed. */
  readonly kind: 'text' | 'code'
  /** Set for a part of a long list: the position of its first item in the list. */
  readonly list: ListPart | null
}

export interface ListPart {
  /** Number of its first item; null for the first part of the list. */
  readonly number: number | null
  /** True if the list has blank lines between items. */
  readonly loose: boolean
}

/** Asks the parser whether the last line of a source belongs to an earlier block. */
export type ContinuesBlock = (source: string) => boolean

/** Length after which a list is split between items, so that a growing list stays cheap to parse. */
const longListLength = 1_500
/** Maximum number of parser calls per text, and maximum length of a block for them. */
const questionsMax = 50
const questionLengthMax = 6_000
/** Maximum number of formulas per text that begin inside a block and are tracked across blank lines. */
const formulaQuestionsMax = 500
/** Longest `<details>` that forms one block, with some margin for the block's own limits. */
const foldLengthMax = 10_000
/** Maximum number of blocks per text. The rest becomes one block, which is too long to be formatted. */
export const blocksMax = 50_000

interface List {
  readonly sign: string
  /** Number of the next item. */
  next: number
  loose: boolean
  /** Indexes of its parts in `finished`. */
  readonly parts: number[]
}

interface State {
  /** First non-blank line of the open block; null when no block is open. */
  blockStart: number | null
  within: 'plain' | 'item' | 'fence' | 'html' | 'formula' | 'fold'
  fence: Fence | null
  /** Number of open `<details>`, and the code inside them. */
  foldDepth: number
  foldFence: Fence | null
  /** Before this offset no `<details>` opens a fold, because an earlier fold was too long. */
  noFoldBefore: number
  htmlEnd: string
  formulaStart: number
  formulaCloses: OpenFormula['closes']
  /** Number of open environments of the formula's name. */
  formulaDepth: number
  /** False for a formula that must end before the next blank line. */
  formulaCrosses: boolean
  /** Kind of the block that contains the formula. */
  around: 'plain' | 'item'
  /** Before this offset no formula opens, because an earlier one was not closed in time. */
  noFormulaBefore: number
  item: ItemMarker | null
  /** True if the item is certainly open; uncertain once a line may be a lazy continuation of it. */
  isItemCertain: boolean
  sawBlank: boolean
  /** True if a line since the last blank one may have begun HTML; nothing else can begin before the next blank line. */
  sawTag: boolean
  list: List | null
  /** Position of the open block in a long list. */
  part: { readonly number: number | null } | null
}

const atRest: State = {
  blockStart: null,
  within: 'plain',
  fence: null,
  foldDepth: 0,
  foldFence: null,
  noFoldBefore: 0,
  htmlEnd: '',
  formulaStart: 0,
  formulaCloses: '\\]',
  formulaDepth: 0,
  formulaCrosses: true,
  around: 'plain',
  noFormulaBefore: 0,
  item: null,
  isItemCertain: true,
  sawBlank: false,
  sawTag: false,
  list: null,
  part: null,
}

/**
 * Splits a growing Markdown text into blocks that mean the same alone as in the whole text. An update with more text
 * costs only the new part and the last block. Finished blocks keep their identity.
 */
export class BlockSplitter {
  private readonly continuesBlock: ContinuesBlock
  private text = ''
  /** Offset up to which the text was processed; it is never read again. */
  private position = 0
  /** No line ends between `position` and this offset, so that a growing line is searched only once. */
  private searched = 0
  private readonly finished: MarkdownBlock[] = []
  private state: State = { ...atRest }
  private questions = 0
  private formulaQuestions = 0
  private resets = 0

  /** `continuesBlock` is called for the few lines that only the parser can decide about. */
  constructor(continuesBlock: ContinuesBlock) {
    this.continuesBlock = continuesBlock
  }

  /** Returns the number of finished blocks at the beginning of the last update. */
  get finishedCount(): number {
    return this.finished.length
  }

  /** Increases whenever a text does not extend the previous one. */
  get generation(): number {
    return this.resets
  }

  /** Returns the blocks of a text. The array is new, but its finished blocks are the same objects as before. */
  update(text: string): readonly MarkdownBlock[] {
    if (!isExtension(this.text, text)) this.reset()
    this.text = text
    while (this.finished.length < blocksMax) {
      const end = lineEnd(text, this.searched)
      if (end === null) {
        // a line feed may still follow a final carriage return
        this.searched = Math.max(this.searched, text.length - 1)
        break
      }
      this.takeLine(this.position, end.at, end.next)
      // an unclosed formula moves the position back
      this.searched = this.position
    }
    return this.withOpenEnd()
  }

  private reset(): void {
    this.position = 0
    this.searched = 0
    this.finished.length = 0
    this.state = { ...atRest }
    this.questions = 0
    this.formulaQuestions = 0
    this.resets += 1
  }

  /** Returns the finished blocks and the open one, as if the text ended here. */
  private withOpenEnd(): readonly MarkdownBlock[] {
    const { state, position, formulaQuestions } = this
    const count = this.finished.length
    const list = state.list
    const loose = list?.loose ?? false
    const next = list?.next ?? 0
    this.state = { ...state }
    if (position < this.text.length) this.takeOpenLine(position)
    this.finish(this.text.length)
    const blocks = [...this.finished]
    // the last line may still change, so its effects are undone
    this.finished.length = count
    if (list !== null) {
      list.next = next
      if (list.loose && !loose) this.setLoose(list, false)
      while ((list.parts.at(-1) ?? -1) >= count) list.parts.pop()
    }
    this.state = state
    this.position = position
    this.formulaQuestions = formulaQuestions
    return blocks
  }

  /** Processes the unfinished last line. A line too long to be formatted is not read again with every update. */
  private takeOpenLine(start: number): void {
    const end = this.text.length
    if (end - start <= lengthMax) this.takeLine(start, end, end)
    else this.state.blockStart ??= start
  }

  private finish(end: number): void {
    const { blockStart, fence, list, part } = this.state
    if (blockStart !== null) {
      const isCode = fence !== null && !/[\\&]/.test(fence.info)
      if (part !== null) list?.parts.push(this.finished.length)
      this.finished.push({
        start: blockStart,
        source: this.text.slice(blockStart, end),
        kind: isCode ? 'code' : 'text',
        list: part === null ? null : { number: part.number, loose: list?.loose ?? false },
      })
    }
    this.state = { ...atRest, ...this.passed }
  }

  private takeLine(start: number, end: number, next: number): void {
    // a byte order mark at the beginning is not part of the first line
    const from = start === 0 && this.text.charCodeAt(0) === 0xfeff ? 1 : start
    const line = this.text.slice(from, end)
    const { state } = this
    this.position = next
    if (state.fence !== null) {
      if (closesFence(line, state.fence)) this.finish(next)
      return
    }
    if (state.within === 'html') {
      if (endsHtml(line, state.htmlEnd)) this.finish(next)
      return
    }
    if (state.within === 'fold') {
      this.takeFoldLine(line, next)
      return
    }
    if (state.within === 'formula') {
      this.takeFormulaLine(line, next)
      return
    }
    if (isBlank(line)) {
      // an item may begin with one blank line, not two
      if (state.item?.isEmpty && !state.sawBlank) state.isItemCertain = false
      state.sawBlank = true
      state.sawTag = false
      return
    }
    if (state.blockStart === null) this.open(line, start, next)
    else if (state.within === 'item' && state.item !== null) this.takeItemLine(line, start, next, state.item)
    else this.takePlainLine(line, start, next)
    this.state.sawBlank = false
    this.state.sawTag ||= /^ {0,3}</.test(line)
    this.openFormula(line, from)
  }

  /** Notes a formula that begins in this line of the open block and continues after it, even across blank lines. */
  private openFormula(line: string, start: number): void {
    const { state } = this
    if (state.blockStart === null || start < state.noFormulaBefore || state.fence !== null) return
    if ((state.within !== 'plain' && state.within !== 'item') || this.formulaQuestions >= formulaQuestionsMax) return
    const opening = formulaOpening(line)
    if (opening === null) return
    state.around = state.within
    state.within = 'formula'
    state.formulaStart = start + opening.at
    state.formulaCloses = opening.closes
    state.formulaDepth = opening.depth
    state.formulaCrosses =
      opening.closes !== '$$' || line.slice(0, opening.at).replace(/[\s>]|[-*+]\s|\d[.)]\s/g, '') === ''
  }

  private takeFormulaLine(line: string, next: number): void {
    const { state } = this
    state.formulaDepth += formulaBalance(line, state.formulaCloses)
    const isClosed = state.formulaDepth <= 0
    const isTooLong = next - state.formulaStart > formulaLengthMax || (isBlank(line) && !state.formulaCrosses)
    if (!isClosed && !isTooLong) return
    state.within = state.around
    state.sawBlank = false
    if (isClosed && this.isFormula(next)) return
    // it was no formula, so the lines since then are processed again
    const again = lineEnd(this.text, state.formulaStart)?.next ?? next
    state.noFormulaBefore = isClosed ? again : next
    this.position = again
  }

  /** Returns the offsets that no later line of the text can change. */
  private get passed(): Pick<State, 'noFormulaBefore' | 'noFoldBefore'> {
    const { noFormulaBefore, noFoldBefore } = this.state
    return { noFormulaBefore, noFoldBefore }
  }

  private takeFoldLine(line: string, next: number): void {
    const { state } = this
    if (state.foldFence !== null) {
      if (closesFence(line.trimStart(), state.foldFence)) state.foldFence = null
      return
    }
    state.foldFence = opensFence(line.trimStart())
    if (state.foldFence !== null) return
    state.foldDepth += foldBalance(line)
    const { blockStart } = state
    const isTooLong = blockStart !== null && next - blockStart > foldLengthMax
    if (state.foldDepth > 0 && !isTooLong) return
    state.within = 'plain'
    state.sawTag = true
    if (state.foldDepth <= 0 || blockStart === null) return
    // the lines since its beginning are processed again, without a fold
    state.noFoldBefore = next
    this.position = lineEnd(this.text, blockStart)?.next ?? next
  }

  /** Returns true if the beginning of the open block is a formula, not code or a bracket. */
  private isFormula(next: number): boolean {
    const { blockStart, formulaStart } = this.state
    this.formulaQuestions += 1
    const from = blockStart === null || next - blockStart > questionLengthMax ? formulaStart : blockStart
    const end = Math.min(next, formulaStart + formulaLengthMax + 2)
    return opensFormulaAt(this.text.slice(from, end), formulaStart - from)
  }

  /** Begins a block with this line. */
  private open(line: string, start: number, next: number): void {
    const state: State = { ...atRest, blockStart: start, ...this.passed }
    this.state = state
    if (isHeading(line)) {
      this.finish(next)
      return
    }
    const marker = itemMarker(line)
    if (marker !== null) {
      this.beginItem(marker, true)
      return
    }
    state.fence = opensFence(line)
    if (state.fence !== null) {
      state.within = 'fence'
      return
    }
    if (opensFold(line) && start >= state.noFoldBefore) {
      state.within = 'fold'
      this.takeFoldLine(line, next)
      return
    }
    const html = htmlEnd(line)
    if (html !== null) {
      if (endsHtml(line, html)) this.finish(next)
      else Object.assign(state, { within: 'html', htmlEnd: html })
    }
  }

  private takePlainLine(line: string, start: number, next: number): void {
    const { state } = this
    const indent = indentOf(line)
    // deeper lines may continue indented code
    if (indent < 4 && (state.sawBlank || (opensBlock(line) && !(state.sawTag && this.isInside(next))))) {
      this.finish(start)
      this.open(line, start, next)
      return
    }
    const marker = itemMarker(line)
    if (marker !== null) this.beginItem(marker, interruptsParagraph(marker) && !state.sawTag)
  }

  private takeItemLine(line: string, start: number, next: number, item: ItemMarker): void {
    const { state } = this
    const indent = indentOf(line)
    if (indent >= item.width) {
      if (state.isItemCertain || indent > 3 || !opensBlock(line) || this.isInside(next)) return
      this.finish(start)
      this.open(line, start, next)
      return
    }
    const marker = itemMarker(line)
    if (marker?.sign === '^' && state.isItemCertain && !state.sawTag) {
      this.finish(start)
      this.open(line, start, next)
      return
    }
    if (marker !== null) {
      this.takeNextItem(marker, start)
      return
    }
    if (state.sawBlank || (indent < 4 && opensBlock(line) && !(state.sawTag && this.isInside(next)))) {
      this.finish(start)
      this.open(line, start, next)
      return
    }
    // a lazy continuation of the item, or the end of the list
    state.isItemCertain = false
    state.item = { ...item, width: Math.min(item.width, 2) }
  }

  private takeNextItem(marker: ItemMarker, start: number): void {
    const { state } = this
    const { list, item, blockStart } = state
    const isCertain = state.isItemCertain && !state.sawTag && (state.sawBlank || interruptsParagraph(marker))
    if (!isCertain || list === null || item === null || list.sign !== marker.sign) {
      const width = isCertain ? marker.width : Math.min(marker.width, item?.width ?? 2)
      this.beginItem({ ...marker, width }, isCertain)
      return
    }
    if (state.sawBlank && !list.loose) this.setLoose(list, true)
    if (start - (blockStart ?? 0) <= longListLength) {
      list.next += 1
      state.item = marker
      return
    }
    const number = list.next
    // the first cut turns the beginning of the list into a part too
    state.part ??= { number: null }
    this.finish(start)
    this.state = { ...this.state, blockStart: start, within: 'item', item: marker, list, part: { number } }
    list.next = number + 1
  }

  private beginItem(marker: ItemMarker, isCertain: boolean): void {
    const { state } = this
    state.within = 'item'
    state.item = marker
    state.isItemCertain = isCertain
    state.list = isCertain ? { sign: marker.sign, next: marker.number + 1, loose: false, parts: [] } : null
  }

  private setLoose(list: List, loose: boolean): void {
    list.loose = loose
    for (const place of list.parts) {
      const block = this.finished[place]
      if (block?.list) this.finished[place] = { ...block, list: { ...block.list, loose } }
    }
  }

  private isInside(next: number): boolean {
    const { blockStart } = this.state
    this.questions += 1
    if (blockStart === null || this.questions > questionsMax || next - blockStart > questionLengthMax) return true
    return this.continuesBlock(this.text.slice(blockStart, next))
  }
}

/** Returns true if a line begins a new block even without a blank line before it. */
function opensBlock(line: string): boolean {
  return isHeading(line) || opensFence(line) !== null || htmlEnd(line) !== null || opensFold(line)
}

function interruptsParagraph(marker: ItemMarker): boolean {
  return !marker.isEmpty && (!'.)'.includes(marker.sign) || marker.number === 1)
}

/** Returns the end of the line that begins at `from`, and the start of the next line; null for an unfinished line. */
function lineEnd(text: string, from: number): { readonly at: number; readonly next: number } | null {
  lineEnding.lastIndex = from
  const at = lineEnding.exec(text)?.index
  if (at === undefined) return null
  if (text.charCodeAt(at) === 10) return { at, next: at + 1 }
  // a line feed may still follow
  if (at + 1 >= text.length) return null
  return { at, next: text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1 }
}

const lineEnding = /[\n\r]/g

/**
 * Returns true if `after` continues `before`. Compares a sample, because comparing everything would take linear time.
 */
function isExtension(before: string, after: string): boolean {
  if (after.length < before.length) return false
  const middle = before.length >> 1
  return (
    after.startsWith(before.slice(-64), Math.max(0, before.length - 64)) &&
    after.startsWith(before.slice(0, 64)) &&
    after.startsWith(before.slice(middle, middle + 64), middle)
  )
}
