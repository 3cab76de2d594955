import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { type FormulaPlace, formulasIn, type PlaceKind } from './formula-places.ts'

/** Property of a displayed formula of several lines, until `splitFormulas` removes it. */
export const severalLines = 'dataSeveralLines'

/** A source whose formulas the parser recognises, and a function that restores the original marks. */
export interface ReadableSource {
  readonly text: string
  /** Finishes a tree of the text: formulas get their own text back, and displayed ones get their own lines. */
  readonly finish: (tree: Root) => void
}

/** Returns true if the delimiter at this offset opens a formula. */
export function opensFormulaAt(source: string, at: number): boolean {
  for (const formula of formulasIn(source)) if (formula.at >= at) return formula.at === at && formula.kind !== 'none'
  return false
}

/**
 * Private-use characters that do not occur in the source. They replace characters that the parser must not read as a
 * mark.
 */
interface Marks {
  readonly lineEnd: string
  readonly bar: string
  readonly dollar: string
  /** Separates the signs of a formula from adjacent dollar signs. */
  readonly joint: string
  /** Surrounds an address with a scheme; `www` surrounds one without. */
  readonly address: string
  readonly www: string
  readonly kinds: Readonly<Record<Displayed, string>>
}

type Displayed = 'dollars' | 'bracket' | 'parenthesis' | 'environment'
const displayed: readonly Displayed[] = ['dollars', 'bracket', 'parenthesis', 'environment']
const isDisplayed = (kind: PlaceKind): kind is Displayed => displayed.some((one) => one === kind)

function freeMarks(source: string): Marks | null {
  const free: string[] = []
  for (let code = 0xf000; code < 0xf800 && free.length < 10; code += 1) {
    const mark = String.fromCharCode(code)
    if (!source.includes(mark)) free.push(mark)
  }
  const [lineEnd, bar, dollar, joint, address, www, dollars, bracket, parenthesis, environment] = free
  return lineEnd && bar && dollar && joint && address && www && dollars && bracket && parenthesis && environment
    ? { lineEnd, bar, dollar, joint, address, www, kinds: { dollars, bracket, parenthesis, environment } }
    : null
}

/**
 * Rewrites every formula to one line between dollar signs, which the parser knows. Quote marks inside are removed, and
 * bars do not end a table cell. Code is unchanged.
 */
export function readableFormulas(source: string): ReadableSource {
  const marks = mayHold(source) ? freeMarks(source) : null
  if (marks === null) return { text: source, finish: () => undefined }
  let text = ''
  let copied = 0
  for (const place of formulasIn(source)) {
    text = joined(text, source.slice(copied, place.at), marks)
    text = joined(text, written(place, source.slice(place.at, place.end), marks), marks)
    copied = place.end
  }
  return { text: joined(text, source.slice(copied), marks), finish: (tree) => finish(tree, marks) }
}

/** Joins two parts of a source, so that the dollar signs of both do not merge. */
function joined(text: string, next: string, { joint }: Marks): string {
  return text.endsWith('$') && next.startsWith('$') ? text + joint + next : text + next
}

function mayHold(source: string): boolean {
  const mayHaveAddress = /[^\0-~]/.test(source) && /https?:\/\/|www\./i.test(source)
  return mayHaveAddress || /\\[([b]|\$\$/.test(source) || (source.includes('|') && /[$`]/.test(source))
}

function written({ kind, text }: FormulaPlace, source: string, marks: Marks): string {
  if (kind === 'none') return source.replaceAll('$', marks.dollar)
  if (kind === 'address') {
    const scheme = /^https?:/i.exec(text)?.[0]
    const mark = scheme === undefined ? marks.www : marks.address
    return `<${scheme ?? 'http:'}${mark}${scheme === undefined ? `//${text}` : text.slice(scheme.length)}${mark}>`
  }
  if (!isDisplayed(kind)) return source.replace(/(?<!\\)\|/g, marks.bar)
  // line ends at both ends distinguish a formula of several lines from one in a sentence
  const lines = /[\n\r]/.test(source) ? `\n${text}\n` : text
  const line = lines.replaceAll('\n', marks.lineEnd).replace(/(?<!\\)\|/g, marks.bar)
  const sign = marks.kinds[kind]
  // longer than any run of signs inside, so that none of them ends the formula
  const fence = '$'.repeat(Math.max(2, ...[...text.matchAll(/\$+/g)].map(([run]) => run.length + 1)))
  return `${fence}${sign}${line}${sign}${fence}`
}

function finish(tree: Root, marks: Marks): void {
  const original = originals(marks)
  visit(tree, (node) => {
    if ('value' in node && node.type !== 'inlineMath') node.value = original(node.value)
    if ('url' in node) node.url = original(node.url.replaceAll(marks.address, '').replaceAll(marks.www, ''))
    if ('title' in node && node.title) node.title = original(node.title)
    if ('alt' in node && node.alt) node.alt = original(node.alt)
    if ('label' in node && node.label) node.label = original(node.label)
    if ('lang' in node && node.lang) node.lang = original(node.lang)
    if ('meta' in node && node.meta) node.meta = original(node.meta)
    if (node.type !== 'inlineMath') return
    const kind = displayed.find((one) => node.value.startsWith(marks.kinds[one]))
    const inside = original(kind === undefined ? node.value : node.value.slice(1, -1))
    const value = kind === undefined ? inside : inside.trim()
    const isInline = kind === undefined || kind === 'parenthesis'
    const className = ['language-math', isInline ? 'math-inline' : 'math-display']
    const lines = !isInline && inside.includes('\n') ? { [severalLines]: true } : {}
    node.value = value
    node.data = { ...node.data, hProperties: { className, ...lines }, hChildren: [{ type: 'text', value }] }
  })
}

/** Returns a function that restores the original characters in a text that is not a formula. */
function originals({ lineEnd, bar, dollar, joint, address, www, kinds }: Marks): (text: string) => string {
  const delimiters: ReadonlyMap<string, readonly [opening: string, closing: string]> = new Map([
    [kinds.dollars, ['$$', '$$']],
    [kinds.bracket, ['\\[', '\\]']],
    [kinds.parenthesis, ['\\(', '\\)']],
    [kinds.environment, ['', '']],
  ])
  const others = new Map([
    [lineEnd, '\n'],
    [bar, '|'],
    [dollar, '$'],
    [joint, ''],
  ])
  return (text) => {
    let isOpen = false
    const plain = text.replace(marked, (all, scheme: string, mark: string, rest: string) =>
      mark === address ? scheme + rest : mark === www ? rest.slice(2) : all,
    )
    return plain.replace(/(\${0,2})([\uf000-\uf7ff])(\${0,2})/g, (all, before: string, mark: string, after: string) => {
      const other = others.get(mark)
      if (other !== undefined) return before + other + after
      const found = delimiters.get(mark)
      if (found === undefined) return all
      isOpen = !isOpen
      return isOpen ? found[0] + after : before + found[1]
    })
  }
}

/** An address with the marks around it. */
const marked = /<?(https?:)([\uf000-\uf7ff])(\/\/[^\uf000-\uf7ff]{1,2000})\2>?/gi
