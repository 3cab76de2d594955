/** Gap between and around tiles, in px. */
export const gridGap = 12
export const gridPadding = 16
/** Narrowest tile until the user chooses, in px; a window of 1280 px then has four of 207. */
const tileMin = 180

/** Widest tile in px with three or more columns until the user chooses; two columns may be wider. */
export const tileMax = Math.floor((4 * tileMin + gridGap - 1) / 3)

/** Layout of the tiles in the grid. */
export interface GridLayout {
  readonly columns: number
  /** Side of a tile, in px. */
  readonly tile: number
}

/** Returns the layout with the most columns whose tiles have at least `least` px; at least two columns. */
export function layoutFor(width: number, least = tileMin): GridLayout {
  const inner = Math.max(width - 2 * gridPadding, 0)
  const columns = Math.max(2, Math.floor((inner + gridGap) / (least + gridGap)))
  return { columns, tile: Math.max(40, Math.floor((inner - gridGap * (columns - 1)) / columns)) }
}

/** Returns the position of a cell, in px from the grid's corner. */
export function placeOf(layout: GridLayout, cell: number): { readonly x: number; readonly y: number } {
  const step = layout.tile + gridGap
  return {
    x: gridPadding + (cell % layout.columns) * step,
    y: gridPadding + Math.floor(cell / layout.columns) * step,
  }
}

/** Returns the height of a grid with this many cells. */
export function heightOf(layout: GridLayout, cells: number): number {
  const rows = Math.ceil(cells / layout.columns)
  return rows === 0 ? 0 : 2 * gridPadding + rows * (layout.tile + gridGap) - gridGap
}

/** Returns the cells to mount: visible ones and some rows around, from `from` up to, but without, `to`. */
export function cellsInView(
  layout: GridLayout,
  top: number,
  height: number,
  cells: number,
): { readonly from: number; readonly to: number } {
  const step = layout.tile + gridGap
  const spareRows = 2
  const first = Math.floor((top - gridPadding) / step) - spareRows
  const last = Math.ceil((top + height - gridPadding) / step) + spareRows
  const within = (row: number) => Math.min(Math.max(row * layout.columns, 0), cells)
  return { from: within(first), to: within(last) }
}

/** Returns the scroll position that shows a cell whole, with the least movement. */
export function scrollFor(layout: GridLayout, cell: number, top: number, height: number): number {
  const { y } = placeOf(layout, cell)
  if (y - gridPadding < top) return Math.max(0, y - gridPadding)
  const under = y + layout.tile + gridPadding
  return under > top + height ? under - height : top
}

/** Returns the scroll position after a change of layout that keeps the first visible cell in the first row. */
export function scrollKept(before: GridLayout, after: GridLayout, top: number): number {
  const row = Math.max(0, Math.round((top - gridPadding) / (before.tile + gridGap)))
  return row === 0 ? 0 : placeOf(after, row * before.columns).y - gridPadding
}
