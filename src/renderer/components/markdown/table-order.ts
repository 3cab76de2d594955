import { cellNumber, columnDays } from './cell-value.ts'

export type SortDirection = 'ascending' | 'descending'

/** The column that a table is sorted by; null for the written order. */
export type TableSort = { readonly column: number; readonly direction: SortDirection } | null

/** Returns the sort after a press on a column's header: ascending, descending, as written. */
export function nextSort(sort: TableSort, column: number): TableSort {
  if (sort === null || sort.column !== column) return { column, direction: 'ascending' }
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : null
}

/**
 * Returns the indices of rows sorted by a column: numbers and days by value, then texts in the order of the language,
 * then empty cells. Equal rows keep their order, and empty cells stay last in both directions.
 */
export function sortedRows(cells: readonly string[], direction: SortDirection, language: string): readonly number[] {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  const texts = cells.map((cell) => cell.trim())
  const values = columnDays(texts) ?? texts.map(cellNumber)
  const keys = texts.map((text, index) => {
    const value = values[index] ?? null
    return { text, value, rank: text === '' ? 2 : value === null ? 1 : 0 }
  })
  const sign = direction === 'ascending' ? 1 : -1
  return cells
    .map((_, index) => index)
    .sort((one, other) => {
      const [a, b] = [keys[one], keys[other]]
      if (a === undefined || b === undefined) return 0
      if (a.rank !== b.rank) return a.rank === 2 || b.rank === 2 ? a.rank - b.rank : sign * (a.rank - b.rank)
      if (a.value !== null && b.value !== null) return sign * (a.value - b.value)
      return sign * collator.compare(a.text, b.text)
    })
}
