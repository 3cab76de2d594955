/** Why a block is shown as its source instead of being formatted. */
export type Unformatted = 'long' | 'deep' | 'dense'

/** Maximum number of levels of quotes, lists and brackets. */
const depthMax = 100
/**
 * Maximum number of levels of the parsed tree, which has several levels per list level; conversion recurses once per
 * level.
 */
export const treeDepthMax = 3 * depthMax
/** Longest formatted block, in UTF-16 units. */
export const lengthMax = 12_000
/** Maximum number of elements of one block. */
export const elementsMax = 4_000
/**
 * Formatting budget of a block, in units of about 2 µs, measured with the parser. A character is one unit; lines and
 * marks add the costs below.
 */
const costMax = 24_000
const costOfLine = 15
const costOfMarker = 20
const costOfCell = 8
const costOfLink = 25
const costOfDelimiter = 4
/**
 * Maximum number of brackets. Matching a bracket searches all open ones, and matching emphasis all earlier delimiters.
 */
const bracketsMax = 2_000
const delimitersMax = 3_000
const delimiterRunsMax = 800
/** Maximum number of characters without a space around an address, because its end is searched from each character. */
const addressMax = 2_000

const space = 32
const tab = 9
const newline = 10
const isMarkerEnd = (code: number): boolean => code === space || code === tab || code === newline || Number.isNaN(code)
const isDigit = (code: number): boolean => code >= 48 && code <= 57

/**
 * Decides in one pass whether a block can be parsed and rendered in bounded time. Returns null, or the reason to show
 * its source.
 * The parser is superlinear in nesting, brackets, delimiters and unclosed constructs.
 */
export function unformatted(source: string): Unformatted | null {
  if (source.length > lengthMax) return 'long'
  const containers = containerCost(source)
  if (containers.depth > depthMax) return 'deep'
  const inline = inlineCost(source)
  if (inline === null || source.length + containers.cost + inline + unclosedCost(source) > costMax) return 'dense'
  return null
}

/** Returns the depth of quotes and lists and the cost of their lines; an upper bound found without parsing. */
function containerCost(source: string): { readonly depth: number; readonly cost: number } {
  /** Start columns of the open lists and quotes. */
  const open: number[] = []
  let depth = 0
  let cost = 0
  for (let at = 0; at < source.length; ) {
    let column = 0
    let first = true
    cost += costOfLine + open.length
    for (;;) {
      const code = source.charCodeAt(at)
      if (code === space || code === tab) {
        column += code === space ? 1 : 4 - (column % 4)
        at += 1
        continue
      }
      const length = markerLength(source, at)
      if (length === 0) break
      // a marker closes everything that began at its column or further right
      while (first && open.length > 0 && (open.at(-1) ?? 0) >= column) open.pop()
      first = false
      open.push(column)
      depth = Math.max(depth, open.length)
      cost += costOfMarker
      if (depth > depthMax) return { depth, cost }
      column += length
      at += length
    }
    const end = source.indexOf('\n', at)
    at = end < 0 ? source.length : end + 1
  }
  return { depth, cost }
}

/** Returns the length of a quote or list marker at an offset; 0 without one. */
function markerLength(source: string, at: number): number {
  const code = source.charCodeAt(at)
  if (code === 62 /* > */) return 1
  if (code === 45 /* - */ || code === 42 /* * */ || code === 43 /* + */) {
    return isMarkerEnd(source.charCodeAt(at + 1)) ? 1 : 0
  }
  let end = at
  while (end - at < 9 && isDigit(source.charCodeAt(end))) end += 1
  if (end === at) return 0
  const mark = source.charCodeAt(end)
  return (mark === 46 || mark === 41) && isMarkerEnd(source.charCodeAt(end + 1)) ? end - at + 1 : 0
}

/** Returns the cost of brackets, delimiters, cells and addresses; null above a limit. */
function inlineCost(source: string): number | null {
  let brackets = 0
  let bracketsOpen = 0
  let delimiters = 0
  let runs = 0
  let cells = 0
  let cellsOfLine = 0
  let widest = 0
  let lines = 1
  let links = 0
  let run = 0
  let word = 0
  let wordCost = 0
  let starts = 0
  for (let at = 0; at <= source.length; at += 1) {
    const code = source.charCodeAt(at)
    const isDelimiter = code === 42 || code === 95 || code === 126
    run = isDelimiter ? run + 1 : 0
    if (isDelimiter) delimiters += 1
    if (run === 1) runs += 1
    // two delimiters per level
    if (run > 2 * depthMax) return null
    if (code === 91 || code === 93) brackets += 1
    if (code === 91) bracketsOpen += 1
    else if (code === 93) bracketsOpen = Math.max(0, bracketsOpen - 1)
    if (bracketsOpen > depthMax) return null
    if (code === 40 && source.charCodeAt(at - 1) === 93) links += 1
    if (code === 124) {
      cells += 1
      cellsOfLine += 1
    }
    if (code === newline) {
      lines += 1
      widest = Math.max(widest, cellsOfLine)
      cellsOfLine = 0
    }
    if (code <= space || Number.isNaN(code)) {
      // an address may begin after every mark inside a word, and is searched to the word's end
      wordCost += (word * starts) / 200
      if (word > addressMax && starts > 0) return null
      word = 0
      starts = 0
    } else {
      word += 1
      if (code === 45 || code === 46 || code === 43 || code === 95 || code === 58 || code === 64) starts += 1
    }
  }
  // short rows are filled up with cells
  if (lines > 2 && Math.max(widest, cellsOfLine) * lines > elementsMax) return null
  if (brackets > bracketsMax || delimiters > delimitersMax || runs > delimiterRunsMax) return null
  return cells * costOfCell + links * costOfLink + runs * costOfDelimiter + (brackets * brackets) / 400 + wordCost
}

const openers: readonly (readonly [opening: string, closing: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
]

/** Returns the cost of unclosed constructs: the parser searches the whole block for each. */
function unclosedCost(source: string): number {
  let cost = 0
  for (const [opening, closing] of openers) {
    const last = source.lastIndexOf(closing)
    for (let at = source.indexOf(opening, Math.max(0, last)); at >= 0; at = source.indexOf(opening, at + 1)) {
      cost += (source.length - at) / 10
    }
  }
  for (const mark of ['`', '$']) {
    const ends = new Map<number, number>()
    const runs: (readonly [at: number, length: number])[] = []
    for (let at = source.indexOf(mark); at >= 0; ) {
      let end = at
      while (source.startsWith(mark, end)) end += 1
      ends.set(end - at, at)
      runs.push([at, end - at])
      at = source.indexOf(mark, end)
    }
    for (const [at, length] of runs) if (ends.get(length) === at) cost += (source.length - at) / 10
  }
  return cost
}
