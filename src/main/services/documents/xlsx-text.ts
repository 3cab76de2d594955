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
    // a sheet that is a chart
    if (data === undefined) return []
    const rows = data.map((row) => withoutEmptyEnd(row.map(cellText)).join(',')).filter((row) => row !== '')
    return rows.length === 0 ? [] : [`## ${sheet}\n\n${rows.join('\n')}`]
  })
  return { text: texts.join('\n\n'), pages: null }
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}

const dayMs = 24 * 60 * 60 * 1000
/** Day 0 of workbooks. A time without a day, or a duration, lies there. */
const dayZero = Date.UTC(1899, 11, 30)
/** Days before the year 1900, which no workbook can show as a date. */
const daysWithoutDate = 2

function timeText(ms: number): string {
  const seconds = ms / 1000
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  const text = String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A serial number of a workbook is a fraction of days, so that a full hour comes a bit too early. */
function dateText(date: Date): string {
  const ms = Math.round(date.getTime() / 1000) * 1000
  // beyond what a date can be
  if (Number.isNaN(new Date(ms).getTime())) return ''
  const sinceZero = ms - dayZero
  if (sinceZero >= 0 && sinceZero < daysWithoutDate * dayMs) return timeText(sinceZero)
  const text = new Date(ms).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
