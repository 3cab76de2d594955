import type { Extension, ParseContext } from 'micromark-util-types'

/** Labels available to a block, and those it looked up, normalised like the parser's. */
export interface LabelScope {
  /** Labels of link definitions and footnotes in the whole message. */
  readonly links: { has(label: string): boolean }
  readonly notes: { has(label: string): boolean }
  /** Every looked-up label, defined or not. */
  readonly asked: Set<string>
}

let current: LabelScope | null = null

/** Runs a parse whose references may be defined elsewhere in the message. */
export function withLabels<T>(scope: LabelScope, parse: () => T): T {
  const before = current
  current = scope
  try {
    return parse()
  } finally {
    current = before
  }
}

/**
 * The parser accepts a reference only if the same text defines its label. This extension adds the labels of the whole
 * message before the first line.
 */
export const sharedLabels: Extension = {
  document: {
    null: {
      name: 'sharedLabels',
      tokenize(_effects, _ok, nok) {
        shareLabels(this.parser)
        return nok
      },
    },
  },
}

const shared = new WeakSet<ParseContext>()

function shareLabels(parser: ParseContext): void {
  const scope = current
  if (scope === null || shared.has(parser)) return
  shared.add(parser)
  parser.defined = labels(parser.defined, scope.links, scope.asked)
  parser.gfmFootnotes = labels(parser.gfmFootnotes ?? [], scope.notes, scope.asked)
}

function labels(own: string[], elsewhere: { has(label: string): boolean }, asked: Set<string>): string[] {
  const list = [...own]
  list.includes = (label) => {
    asked.add(label)
    return list.indexOf(label) >= 0 || elsewhere.has(label)
  }
  return list
}
