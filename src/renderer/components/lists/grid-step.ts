/** Returns the grid cell that a key moves to; null for other keys. */
export function cellAfter(
  key: string,
  from: number,
  cells: number,
  columns: number,
  rowsInView: number,
  mod: boolean,
): number | null {
  if (cells === 0) return null
  const page = Math.max(1, rowsInView) * columns
  const rowStart = from - (from % columns)
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    // at the edge, up and down stay in place
    ArrowUp: from - columns < 0 ? from : from - columns,
    ArrowDown: from + columns < cells ? from + columns : onLastRow(from, cells, columns) ? from : cells - 1,
    PageUp: from - page < 0 ? from % columns : from - page,
    PageDown: from + page,
    Home: mod ? 0 : rowStart,
    End: mod ? cells - 1 : rowStart + columns - 1,
  }
  const target = targets[key]
  return target === undefined ? null : Math.min(Math.max(target, 0), cells - 1)
}

function onLastRow(cell: number, cells: number, columns: number): boolean {
  return Math.floor(cell / columns) === Math.floor((cells - 1) / columns)
}
