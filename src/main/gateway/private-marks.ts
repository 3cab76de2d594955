/** Private-use Unicode characters around markup that only the model vendor's own page understands. */
const open = '\ue200'
const close = '\ue201'
const separator = '\ue202'

/** Longest mark, in UTF-16 units; longer ones are text. */
const markMax = 8_000

/**
 * Removes marks such as `citeturn0search0` between U+E200 and U+E201 from a text that arrives in parts, wherever the
 * parts end. Replaces a mark with a name by the name, and one with an address by a link.
 */
export class PrivateMarks {
  /** The beginning of a mark, in pieces; null outside a mark. */
  private held: string[] | null = null
  private length = 0

  push(part: string): string {
    if (this.held === null && !/[\ue200-\ue202]/.test(part)) return part
    let said = ''
    let from = 0
    while (from < part.length) {
      if (this.held === null) {
        const at = part.indexOf(open, from)
        said += withoutMarks(part.slice(from, at < 0 ? part.length : at))
        if (at < 0) break
        this.held = []
        this.length = 0
        from = at + 1
        continue
      }
      const end = endOf(part, from)
      const piece = part.slice(from, end)
      this.held.push(piece)
      this.length += piece.length
      from = end
      if (this.length > markMax) said += this.released()
      else if (part[end] === close) {
        said += shown(this.held.join(''))
        this.held = null
        from = end + 1
      } else if (part[end] === open) said += this.released()
    }
    return said
  }

  /** Returns the words of a mark that never closes. */
  end(): string {
    return this.held === null ? '' : this.released()
  }

  private released(): string {
    const text = this.held?.join('') ?? ''
    this.held = null
    return this.length <= markMax && isReference(text) ? wordsBehind(text) : withoutMarks(text)
  }
}

/**
 * Finds the next mark of either kind in one search. With separate searches, marks that never close would each cause a
 * search to the end.
 */
function endOf(part: string, from: number): number {
  const ends = /[\ue200\ue201]/g
  ends.lastIndex = from
  return ends.exec(part)?.index ?? part.length
}

function withoutMarks(text: string): string {
  return text.replace(/[\ue200-\ue202]/g, '')
}

/** Returns true if a text is the beginning of a mark instead of words after a stray one. */
function isReference(text: string): boolean {
  const [kind = '', ...rest] = text.split(separator)
  return /^[a-z_]{0,30}(?:turn\d|\[|$)/.test(kind) && (rest.length > 0 || !/\s/.test(kind))
}

/** References such as `turn0search0,turn0news1`, lines of a file, and lists; the last may be truncated. */
const reference =
  /^(?:\[[^\]]{0,500}(?:\]|$)|(?:,?turn(?:\d{1,4}(?:[a-z]{1,20}\d{0,4})?|$)){1,50}|L\d{1,7}(?:-L?\d{1,7})?)/

/** Returns the answer's words that follow the references of a mark that never closes. */
function wordsBehind(mark: string): string {
  const [, ...pieces] = mark.split(separator)
  const words = pieces.map((piece) => piece.replace(reference, '')).join('')
  return words.trim() === '' ? '' : words
}

/**
 * Returns the visible text of a complete mark. Its parts are a kind, and then references, a title with an address, or a
 * list in JSON.
 */
function shown(mark: string): string {
  const kind = /^[a-z_]{0,30}/.exec(mark)?.[0] ?? ''
  if (kind === 'entity') return nameIn(mark.slice(Math.max(0, mark.indexOf('['))))
  if (kind !== 'url' && kind !== 'link') return ''
  const [, title = '', address = ''] = mark.split(separator)
  return /^https?:\/\/[^\s<>()]{1,2000}$/.test(address) ? `[${title.replace(/[[\]]/g, '')}](${address})` : title
}

/** Returns the name in an entity list: `Paris` in `["city","Paris"]`. */
function nameIn(list: string): string {
  const name = /^\[\s{0,20}"(?:[^"\\]|\\.){0,200}"\s{0,20},\s{0,20}("(?:[^"\\]|\\.){0,500}")/.exec(list)?.[1]
  try {
    const said: unknown = name === undefined ? '' : JSON.parse(name)
    return typeof said === 'string' ? said : ''
  } catch {
    return ''
  }
}
