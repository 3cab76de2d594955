/** Characters for the boxes, ticks and bullets of symbol fonts, by their codes. Other symbols are not read. */
const signs: ReadonlyMap<string, ReadonlyMap<number, string>> = new Map([
  [
    'wingdings',
    new Map([
      [0xfe, '☑'],
      [0xfd, '☒'],
      [0xfc, '✓'],
      [0xfb, '✗'],
      [0xa8, '☐'],
      [0x6f, '☐'],
      [0xa7, '•'],
    ]),
  ],
  [
    'wingdings 2',
    new Map([
      [0x50, '✓'],
      [0x52, '☑'],
      [0x53, '☒'],
      [0xa3, '☐'],
    ]),
  ],
  ['symbol', new Map([[0xb7, '•']])],
])

/** Reads boxes, lists and symbols of a Word document, which have their values in attributes, not in text. */
export class DocxFields {
  private isTicked = false
  private choices: string[] = []
  private chosen = 0

  /** Returns the text that the element adds to the line. */
  open(name: string, attributes: () => ReadonlyMap<string, string>): string {
    switch (name) {
      case 'w:sym':
        return signOf(attributes())
      case 'w:checkBox':
        this.isTicked = false
        return ''
      case 'w:default':
      case 'w:checked':
        // the value follows the default
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

  /** Returns the text that the end of the element adds to the line. */
  close(name: string): string {
    if (name === 'w:checkBox') return this.isTicked ? '[x] ' : '[ ] '
    return name === 'w:ddList' ? (this.choices[this.chosen] ?? '') : ''
  }
}

/** Returns the character of a symbol. Its code may be in the private use area. */
function signOf(attributes: ReadonlyMap<string, string>): string {
  const code = Number.parseInt(attributes.get('w:char') ?? '', 16)
  const font = signs.get((attributes.get('w:font') ?? '').trim().toLowerCase())
  return font?.get(code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code) ?? ''
}

/** Returns true if an element turns something on; without a value it does. */
export function isOn(attributes: ReadonlyMap<string, string>): boolean {
  return !/^(0|false|off)$/i.test(attributes.get('w:val') ?? '')
}
