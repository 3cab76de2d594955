export type SortDirection = 'ascending' | 'descending'

/** The column that a table is sorted by; null while it stands as written. */
export type TableSort = { readonly column: number; readonly direction: SortDirection } | null

/** The sort after a press on a column's header: up, down, as written. */
export function nextSort(sort: TableSort, column: number): TableSort {
  if (sort === null || sort.column !== column) return { column, direction: 'ascending' }
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : null
}

/** Longest text that can be a number, in UTF-16 units. */
const numberMax = 40

/** The number in a cell such as `1,234.5`, `-3 %`, `¥20`, `≈ 1.5e3` or `12 ms`; null for text. */
export function cellNumber(text: string): number | null {
  if (text.length > numberMax) return null
  const found = /^[^\d.+\-−]{0,4}([+\-−]?)[$¥€£￥]?([\d.,]*\d(?:e[+-]?\d{1,3})?)\s?(?:%|％|‰|°|[a-zμ]{1,4})?$/i.exec(
    text,
  )
  if (found === null) return null
  const value = Number((found[2] ?? '').replaceAll(',', ''))
  if (!Number.isFinite(value)) return null
  return found[1] === '-' || found[1] === '−' ? -value : value
}

/**
 * Indices of rows in the order of a column: numbers by value, then texts as the language sorts them, then empty cells.
 * Equal rows keep their order, and empty cells stay last in both directions.
 */
export function sortedRows(cells: readonly string[], direction: SortDirection, language: string): readonly number[] {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  const keys = cells.map((cell) => {
    const text = cell.trim()
    return { text, value: cellNumber(text), rank: text === '' ? 2 : cellNumber(text) === null ? 1 : 0 }
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
