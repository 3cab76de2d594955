import readXlsxFile from 'read-excel-file/universal'
import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import type { DocumentText } from './document.ts'
import { areIntact } from './zip-parts.ts'

/**
 * The sheets of a workbook, each as its name and lines of CSV. Formulas stand with their last values, dates in ISO form.
 * Give it an archive that `zipNames` accepted.
 */
export async function xlsxText(bytes: Uint8Array): Promise<DocumentText | FileProblem> {
  // the library unpacks by itself, and looks at no checksum
  if (!areIntact(bytes, (name) => /\.(xml|rels)$/i.test(name))) return 'damaged'
  const sheets = await readXlsxFile(new Uint8Array(bytes).buffer).catch(() => null)
  if (sheets === null) return 'damaged'
  const texts = sheets.flatMap(({ data, sheet }) => {
    const rows = data.map((row) => withoutEmptyEnd(row.map(cellText)).join(',')).filter((row) => row !== '')
    return rows.length === 0 ? [] : [`## ${sheet}\n\n${rows.join('\n')}`]
  })
  return { text: texts.join('\n\n'), pages: null }
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  const text = String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
