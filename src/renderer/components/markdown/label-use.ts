import type { MarkdownBlock } from './block-splitter.ts'

interface LabelChanges {
  /** Blocks that are finished since the last update, and all open ones. */
  readonly fresh: readonly MarkdownBlock[]
  readonly open: readonly MarkdownBlock[]
  /** Labels whose definition changed. */
  readonly changed: readonly string[]
  readonly isDefined: (label: string) => boolean
  /** Returns true if a block has a reference of a defined label. */
  readonly refers: (block: MarkdownBlock, label: string) => boolean
}

/** The labels that the blocks of a growing message refer to. Only blocks with a label in brackets are parsed for it. */
export class LabelUse {
  /** Finished blocks by the labels in their brackets. */
  private readonly mentions = new Map<string, MarkdownBlock[]>()
  /** Labels that finished blocks refer to. */
  private readonly kept = new Set<string>()
  /** Labels that open blocks refer to, replaced with every update. */
  private passing: ReadonlySet<string> = new Set()

  has(label: string): boolean {
    return this.kept.has(label) || this.passing.has(label)
  }

  /** Processes the blocks of an update; returns the labels that are now used, or no longer. */
  updateUses({ fresh, open, changed, isDefined, refers }: LabelChanges): readonly string[] {
    const before = new Map<string, boolean>()
    const note = (label: string): void => void (before.has(label) || before.set(label, this.has(label)))
    for (const label of [...changed, ...this.passing]) note(label)
    for (const label of changed) this.kept.delete(label)
    for (const block of fresh) {
      for (const label of labelsIn(block.source)) {
        const blocks = this.mentions.get(label)
        if (blocks === undefined) this.mentions.set(label, [block])
        else blocks.push(block)
        if (this.kept.has(label) || !isDefined(label) || !refers(block, label)) continue
        note(label)
        this.kept.add(label)
      }
    }
    for (const label of changed) {
      if (isDefined(label) && this.mentions.get(label)?.some((block) => refers(block, label))) this.kept.add(label)
    }
    const passing = new Set<string>()
    for (const block of open) {
      for (const label of labelsIn(block.source)) {
        if (passing.has(label) || !isDefined(label) || !refers(block, label)) continue
        note(label)
        passing.add(label)
      }
    }
    this.passing = passing
    return [...before].flatMap(([label, was]) => (was === this.has(label) ? [] : [label]))
  }

  clear(): void {
    this.mentions.clear()
    this.kept.clear()
    this.passing = new Set()
  }
}

/** Returns the labels in the brackets of a source, normalised like the parser's. */
function labelsIn(source: string): ReadonlySet<string> {
  const labels = new Set<string>()
  // an expression would read on from each bracket that is never closed
  for (let at = source.indexOf('['), start = at + 1; at >= 0 && at < source.length; at += 1) {
    const mark = source[at]
    if (mark === '\\') at += 1
    else if (mark === '[') start = at + 1
    else if (mark === ']' && start > 0) {
      if (at > start) labels.add(normalised(source.slice(start, at)))
      start = 0
    }
  }
  return labels
}

/** Returns a label as micromark's `normalizeIdentifier` does. */
function normalised(label: string): string {
  return label
    .replace(/[\t\n\r ]+/g, ' ')
    .replace(/^ | $/g, '')
    .toLowerCase()
    .toUpperCase()
}
