/** Signs of Wingdings for boxes and ticks; other fonts of symbols are not read. */
const signs: ReadonlyMap<string, string> = new Map([
  ['F0FE', '☒'],
  ['F0FD', '☒'],
  ['F0FC', '✓'],
  ['F0FB', '✗'],
  ['F0A8', '☐'],
  ['F06F', '☐'],
  ['F0A7', '•'],
  ['F0B7', '•'],
])

/** Reads boxes, lists and signs of a Word document, whose values are attributes and no text. */
export class DocxFields {
  private isTicked = false
  private choices: string[] = []
  private chosen = 0

  /** Returns what the element adds to the line. */
  open(name: string, attributes: () => ReadonlyMap<string, string>): string {
    switch (name) {
      case 'w:sym':
        return signs.get((attributes().get('w:char') ?? '').toUpperCase()) ?? ''
      case 'w:checkBox':
        this.isTicked = false
        return ''
      case 'w:default':
      case 'w:checked':
        // the value stands behind the default
        this.isTicked = isOn(attributes())
        return ''
      case 'w:ddList':
        this.choices = []
        this.chosen = 0
        return ''
      case 'w:listEntry':
        this.choices.push(attributes().get('w:val') ?? '')
        return ''
      case 'w:result':
        this.chosen = Number(attributes().get('w:val') ?? 0)
        return ''
      default:
        return ''
    }
  }

  /** Returns what the end of the element adds to the line. */
  close(name: string): string {
    if (name === 'w:checkBox') return this.isTicked ? '[x] ' : '[ ] '
    return name === 'w:ddList' ? (this.choices[this.chosen] ?? '') : ''
  }
}

/** Tells whether an element that switches something on does so: without a value it does. */
export function isOn(attributes: ReadonlyMap<string, string>): boolean {
  return !/^(0|false|off)$/i.test(attributes.get('w:val') ?? '')
}
