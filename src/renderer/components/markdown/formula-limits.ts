import type { Element, Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'

/** Longest rendered formula, and the deepest nesting of its groups; rendering recurses and is superlinear in both. */
const lengthMax = 2_000
const depthMax = 40
/**
 * Weight limit of one block's formulas. Each becomes some forty elements, laid out in one task: 620 short ones in a
 * paragraph took 330 ms.
 */
const blockWeightMax = 6_000
const weightOf = (formula: string): number => 12 + formula.length

/** Commands that define others; a few of them can expand to millions of symbols. */
const defining = /\\(?:[gex]?def|let|futurelet|global|long|newcommand|renewcommand|providecommand)(?![a-zA-Z])/

/** Returns true if a formula can be rendered in bounded time; else its source is shown. */
export function isSettable(formula: string): boolean {
  if (formula.length > lengthMax || defining.test(formula)) return false
  let depth = 0
  let scripts = 0
  for (let at = 0; at < formula.length; at += 1) {
    const code = formula.charCodeAt(at)
    if (code === 92 /* \ */) {
      if (formula.startsWith('left', at + 1) || formula.startsWith('begin', at + 1)) depth += 1
      else if (formula.startsWith('right', at + 1) || formula.startsWith('end', at + 1)) depth -= 1
      at += 1
    } else if (code === 123 /* { */) depth += 1
    else if (code === 125 /* } */) depth -= 1
    // scripts and fractions nest even without braces
    else if (code === 94 || code === 95) scripts += 1
    if (depth > depthMax) return false
  }
  return scripts <= lengthMax / 4 && (formula.match(/\\[a-zA-Z]+/g)?.length ?? 0) <= lengthMax / 5
}

/** Turns formulas into code from the point where those of a block exceed the weight limit. */
export function boundFormulas(tree: Root): void {
  let weight = 0
  visit(tree, 'element', (node) => {
    if (node.tagName !== 'code' || !classesOf(node).includes('language-math')) return undefined
    const [formula] = node.children
    weight += weightOf(formula?.type === 'text' ? formula.value : '')
    if (weight > blockWeightMax) node.properties.className = []
    return SKIP
  })
}

function classesOf({ properties }: Element): readonly (string | number)[] {
  return Array.isArray(properties.className) ? properties.className : []
}
