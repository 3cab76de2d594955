/**
 * A page or sheet in the text of a file. `head` is the offset of the line that begins it, `start` and `end` those of its
 * content, in UTF-16 units.
 */
export interface FilePlace {
  readonly kind: 'page' | 'sheet'
  /** Number of the page, or name of the sheet. */
  readonly name: string
  readonly head: number
  readonly start: number
  readonly end: number
}

/** The places that a stretch of a text lies in: the first and the last of them. */
export interface QuotedPlaces {
  readonly first: FilePlace
  readonly last: FilePlace
}

/** Lines that begin a page, as the readers of documents write them (`pdf-text.ts`, `pptx-text.ts`). */
const pageLine = /^\[Page (\d{1,6})\]$/gm
/** Lines that begin a sheet (`sheet-tables.ts`). */
const sheetLine = /^## (.{1,200})$/gm
const workbook = /\.(?:xls[xmb]?|ods|fods)$/i

/** Returns the pages of a text, or the sheets of a workbook; none for other texts. */
export function placesIn(text: string, fileName: string): readonly FilePlace[] {
  const kind = workbook.test(fileName) ? 'sheet' : 'page'
  const lines = [...text.matchAll(kind === 'sheet' ? sheetLine : pageLine)]
  return lines.map(({ 0: line, 1: name = '', index }, at) => ({
    ...{ kind, name, head: index },
    start: Math.min(text.length, index + line.length + 1),
    end: lines[at + 1]?.index ?? text.length,
  }))
}

/** Returns the places of a stretch; null before the first place. */
export function placesOf(places: readonly FilePlace[], start: number, end: number): QuotedPlaces | null {
  const first = places.findLast(({ head }) => head <= start) ?? places.find(({ head }) => head < end)
  const last = places.findLast(({ head }) => head < end) ?? first
  return first === undefined || last === undefined ? null : { first, last }
}
