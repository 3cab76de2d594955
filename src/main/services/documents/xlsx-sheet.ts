import { localName, walkXml } from '../../xml-walk.ts'
import { type NumberKind, numberText } from './xlsx-numbers.ts'

/** Shared texts and formats that cells refer to. */
export interface SheetParts {
  readonly shared: readonly string[]
  readonly formats: readonly NumberKind[]
  readonly isFrom1904: boolean
}

/** Maximum number of columns of a sheet. */
const columnsMax = 16_384

/** Decodes the characters that XML forbids: a workbook has them as `_x000A_` (ECMA-376 part 1, 22.9.2.19). */
export function unescapedText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(String(code), 16)))
}

/** Returns the texts that cells refer to by index. Null if the XML is truncated. */
export function sharedStrings(xml: string): readonly string[] | null {
  const texts: string[] = []
  const item = new TextItem()
  const isWhole = walkXml(xml, {
    open: (tag) => {
      const name = localName(tag)
      if (name === 'si') item.begin()
      else item.open(name)
    },
    close: (tag) => {
      const name = localName(tag)
      if (name === 'si') texts.push(item.text())
      else item.close(name)
    },
    text: (text) => item.addText(text),
  })
  return isWhole ? texts : null
}

/** The text of a cell or of a shared string, without the readings above characters. */
class TextItem {
  private said = ''
  private isText = false
  private readings = 0

  begin(): void {
    this.said = ''
    this.isText = false
    this.readings = 0
  }

  open(name: string): void {
    if (name === 't') this.isText = true
    if (name === 'rPh') this.readings += 1
  }

  close(name: string): void {
    if (name === 't') this.isText = false
    if (name === 'rPh') this.readings -= 1
  }

  addText(text: string): void {
    if (this.isText && this.readings === 0) this.said += text
  }

  text(): string {
    return unescapedText(this.said)
  }
}

/** Returns the rows of a sheet that are not empty, as lines of CSV. Null if the XML is truncated. */
export function sheetText(xml: string, parts: SheetParts): string | null {
  const reader = new SheetReader(parts)
  return walkXml(xml, reader) ? reader.lines.join('\n') : null
}

class SheetReader {
  readonly lines: string[] = []
  private readonly parts: SheetParts
  /** Cells of the open row by their columns. */
  private row: (string | undefined)[] = []
  private attributes: ReadonlyMap<string, string> | null = null
  private readonly inline = new TextItem()
  private inner: '' | 'v' | 'f' = ''
  private value = ''
  private formula = ''

  constructor(parts: SheetParts) {
    this.parts = parts
  }

  open(tag: string, attributes: () => ReadonlyMap<string, string>): void {
    const name = localName(tag)
    if (name === 'row') this.row = []
    if (name === 'c') {
      this.attributes = attributes()
      this.inline.begin()
      this.value = ''
      this.formula = ''
    } else if (name === 'v' || name === 'f') this.inner = name
    else this.inline.open(name)
  }

  close(tag: string): void {
    const name = localName(tag)
    if (name === 'row') this.endRow()
    else if (name === 'c') this.endCell()
    else if (name === 'v' || name === 'f') this.inner = ''
    else this.inline.close(name)
  }

  text(text: string): void {
    if (this.attributes === null) return
    if (this.inner === 'v') this.value += text
    else if (this.inner === 'f') this.formula += text
    else this.inline.addText(text)
  }

  private endRow(): void {
    const last = this.row.findLastIndex((cell) => cell !== undefined && cell !== '')
    if (last >= 0) this.lines.push(Array.from(this.row.slice(0, last + 1), (cell) => written(cell ?? '')).join(','))
    this.row = []
  }

  private endCell(): void {
    const attributes = this.attributes ?? new Map<string, string>()
    this.attributes = null
    // a cell without a reference follows the one before
    this.row[columnOf(attributes.get('r') ?? '') ?? this.row.length] = this.cellText(attributes)
  }

  private cellText(attributes: ReadonlyMap<string, string>): string {
    const value = this.value.trim()
    switch (attributes.get('t')) {
      case 's':
        if (value === '') return ''
        // a missing text is named, not dropped
        return (this.parts.shared[Number(value)] ?? '[missing in the file]').trim()
      case 'inlineStr':
        return this.inline.text().trim()
      case 'str':
        return this.value === '' ? this.formulaText() : unescapedText(this.value).trim()
      case 'b':
        return value === '1' ? 'true' : value === '0' ? 'false' : value
      case 'e':
        return value
      case 'd':
        return value.replace(/T00:00:00(\.0+)?Z?$/, '').replace('T', ' ')
      default:
        return value === '' ? this.formulaText() : this.number(value, Number(attributes.get('s') ?? 0))
    }
  }

  /** Returns the formula of a cell: some writers store it without its result. */
  private formulaText(): string {
    return this.formula === '' ? '' : `=${this.formula.trim()}`
  }

  private number(value: string, style: number): string {
    const number = Number(value)
    const kind = this.parts.formats[style] ?? 'number'
    if (!Number.isFinite(number)) return value
    // digits beyond the precision of a number stay unchanged
    if (kind === 'number' && /^-?\d+$/.test(value)) return value
    return numberText(number, kind, this.parts.isFrom1904) ?? value
  }
}

/** Returns the column that a cell like `AB12` names, from 0; null if no sheet can have it. */
function columnOf(place: string): number | null {
  const letters = /^\$?([a-z]{1,3})/i.exec(place)?.[1]?.toUpperCase()
  if (letters === undefined) return null
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return column < columnsMax ? column : null
}

function written(cell: string): string {
  const text = cell.replace(/\r\n?/g, '\n')
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
