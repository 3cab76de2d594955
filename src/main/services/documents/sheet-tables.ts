import { separatedTable, type TextTable } from '../../../shared/passages/table-heads.ts'

/** A sheet of a workbook as text. */
export interface SheetText {
  readonly name: string
  /** Rows of the sheet as lines of CSV. */
  readonly rows: string
  /** Text outside the rows, such as comments; empty if there is none. */
  readonly beside: string
}

/** Joins sheets under their names to one text, with the position of each table. */
export function sheetsText(sheets: readonly SheetText[]): {
  readonly text: string
  readonly tables: readonly TextTable[]
} {
  const pieces: string[] = []
  const tables: TextTable[] = []
  let at = 0
  for (const { beside, name, rows } of sheets) {
    if (rows === '' && beside === '') continue
    const head = `${pieces.length === 0 ? '' : '\n\n'}## ${name}\n\n`
    const start = at + head.length
    const table = `${head}${rows}`
    const piece = beside === '' ? table : `${table}${rows === '' ? '' : '\n\n'}${beside}`
    pieces.push(piece)
    const found = rowsTable(rows, start)
    if (found !== null) tables.push(found)
    at += piece.length
  }
  return { text: pieces.join(''), tables }
}

function rowsTable(rows: string, start: number): TextTable | null {
  const found = separatedTable(rows, 0, rows.length)
  return found === null ? null : { ...found, start, end: start + rows.length }
}
