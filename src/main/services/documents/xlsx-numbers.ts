import { localName, walkXml } from '../../xml-walk.ts'

/** Meaning of a number in a workbook. A date may have a time; a duration counts hours beyond a day. */
export type NumberKind = 'number' | 'date' | 'duration'

/**
 * Returns the kind of a built-in format by its number (ECMA-376 part 1, 18.8.30; those of East Asia and Thailand too).
 */
function includedKind(id: number): NumberKind {
  if (id === 46) return 'duration'
  const isDate = [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
    [71, 81],
  ].some(([first = 0, last = 0]) => id >= first && id <= last)
  return isDate ? 'date' : 'number'
}

/** Returns the kind of a format. Its first part is for positive numbers. */
function kindOf(code: string): NumberKind {
  const signs = code
    .replace(/[\\_*].|"[^"]*"/g, '')
    .split(';', 1)
    .join('')
    .toLowerCase()
  if (/\[[hms]+\]/.test(signs)) return 'duration'
  const plain = signs
    .replace(/\[[^[\]]*\]/g, '')
    .replace('general', '')
    // fractions of seconds
    .replace(/s[.,]0+/g, 's')
  return /[dhmsy]|aaa/.test(plain) && !/[#0?]/.test(plain) ? 'date' : 'number'
}

/** Returns the kinds of the cells' numbers, by the formats that the cells name. Null if the XML is truncated. */
export function formatsOf(styles: string): readonly NumberKind[] | null {
  const own = new Map<number, NumberKind>()
  const formats: NumberKind[] = []
  let isInCells = false
  const isWhole = walkXml(styles, {
    open: (tag, attributes) => {
      const name = localName(tag)
      if (name === 'cellXfs') isInCells = true
      if (name !== 'numFmt' && !(name === 'xf' && isInCells)) return
      const values = attributes()
      const id = Number(values.get('numFmtId') ?? 0)
      if (name === 'xf') formats.push(own.get(id) ?? includedKind(id))
      // conditional formats name some again
      else if (!own.has(id)) own.set(id, kindOf(values.get('formatCode') ?? ''))
    },
    close: (tag) => {
      if (localName(tag) === 'cellXfs') isInCells = false
    },
    text: () => {},
  })
  return isWhole ? formats : null
}

const dayMs = 24 * 60 * 60 * 1000
const dayZero = Date.UTC(1899, 11, 30)
const dayZeroOf1904 = Date.UTC(1904, 0, 1)
/** Number of days before the year 1900; no workbook can show them as dates. */
const daysWithoutDate = 2

/** Formats a number by its kind. Returns null for an invalid date. */
export function numberText(value: number, kind: NumberKind, isFrom1904: boolean): string | null {
  if (kind === 'number') return String(value)
  // a fraction of days falls a bit short of a full hour
  const sinceZero = Math.round((value * dayMs) / 1000) * 1000
  if (kind === 'duration' || (value >= 0 && value < daysWithoutDate)) return timeText(sinceZero)
  const date = new Date((isFrom1904 ? dayZeroOf1904 : dayZero) + sinceZero)
  if (Number.isNaN(date.getTime())) return null
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

function timeText(ms: number): string {
  const seconds = Math.abs(ms) / 1000
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (ms < 0 ? '-' : '') + parts.map((part) => String(part).padStart(2, '0')).join(':')
}
