import { tileRatio } from './tile-shape.ts'

/** Gap between the tiles, in px. */
const gridGap = 8
/** Space around all tiles, in px. */
export const gridPadding = 16

/**
 * Maximum height of a last row that is stretched to the full width, as a share of the wanted height; otherwise it stays
 * open.
 */
const lastRowMax = 1.15

/** A tile's position, in px from the grid's corner. */
export interface Cell {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface GridRow {
  readonly y: number
  readonly height: number
  /** Cells of the row: from `from` up to, but without, `to`. */
  readonly from: number
  readonly to: number
}

/** Layout of the tiles in rows that fill the width. */
export interface GridLayout {
  readonly cells: readonly Cell[]
  readonly rows: readonly GridRow[]
  readonly height: number
}

/**
 * Lays pictures of these shapes (width over height) out in rows that are as close to `wanted` px high as possible.
 * Breaks are chosen from the end, so that a new first picture moves as few of the others as possible.
 */
export function layoutFor(width: number, wanted: number, ratios: readonly number[]): GridLayout {
  const inner = Math.max(width - 2 * gridPadding, 2 * gridGap)
  const shapes = ratios.map(tileRatio)
  const ends = rowEnds(inner, wanted, shapes)
  const cells: Cell[] = []
  const rows: GridRow[] = []
  let y = gridPadding
  for (let from = 0; from < shapes.length; ) {
    const to = ends[from] ?? shapes.length
    const row = shapes.slice(from, to)
    const filled = filledHeight(inner, sum(row), row.length)
    const isOpen = to === shapes.length && filled > wanted * lastRowMax
    const height = Math.round(isOpen ? wanted : filled)
    cells.push(...cellsOf(row, y, height, isOpen ? sum(row) * wanted : inner - gridGap * (row.length - 1)))
    rows.push({ y, height, from, to })
    y += height + gridGap
    from = to
  }
  return { cells, rows, height: rows.length === 0 ? 0 : y - gridGap + gridPadding }
}

/** Returns for each cell the end of the row that would begin with it. */
function rowEnds(inner: number, wanted: number, shapes: readonly number[]): readonly number[] {
  const ends = new Array<number>(shapes.length)
  const costs = new Float64Array(shapes.length + 1)
  for (let from = shapes.length - 1; from >= 0; from -= 1) {
    let [best, end, total] = [Number.POSITIVE_INFINITY, from + 1, 0]
    for (let to = from + 1; to <= shapes.length; to += 1) {
      total += shapes[to - 1] ?? 1
      const height = filledHeight(inner, total, to - from)
      // a row of one is allowed at any height; a fuller one is only lower
      if (height < wanted / 2 && to > from + 1) break
      const isOpen = to === shapes.length && height > wanted
      const cost = (isOpen ? 0 : Math.log(height / wanted) ** 2) + (costs[to] ?? 0)
      if (cost < best) [best, end] = [cost, to]
    }
    ends[from] = end
    costs[from] = best
  }
  return ends
}

function filledHeight(inner: number, total: number, count: number): number {
  return Math.max((inner - gridGap * (count - 1)) / total, 1)
}

/** Returns the cells of a row; `room` is the sum of their widths. Rounding leaves no gap at its end. */
function cellsOf(row: readonly number[], y: number, height: number, room: number): readonly Cell[] {
  const total = sum(row)
  let before = 0
  return row.map((ratio, index) => {
    const left = Math.round((before / total) * room)
    before += ratio
    const right = Math.round((before / total) * room)
    return { x: gridPadding + left + index * gridGap, y, width: right - left, height }
  })
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Returns the number of the row at a height in px; the nearest one above or below the rows. */
export function rowAt({ rows }: GridLayout, y: number): number {
  let [low, high] = [0, rows.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((rows[middle]?.y ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}

function rowOf(layout: GridLayout, cell: number): number {
  return rowAt(layout, layout.cells[cell]?.y ?? 0)
}

/** Returns the cells to mount: visible ones and some rows around, from `from` up to, but without, `to`. */
export function cellsInView(
  layout: GridLayout,
  top: number,
  height: number,
): { readonly from: number; readonly to: number } {
  const spareRows = 2
  const { rows } = layout
  const first = Math.max(0, rowAt(layout, top) - spareRows)
  const last = Math.min(rows.length - 1, rowAt(layout, top + height) + spareRows)
  return { from: rows[first]?.from ?? 0, to: rows[last]?.to ?? 0 }
}

/** Returns the top of the first visible row in px; scrolling within a row does not change it. */
export function rowTop(layout: GridLayout, top: number): number {
  return layout.rows[rowAt(layout, top)]?.y ?? 0
}

/** Returns the scroll position that shows a cell whole, with the least movement. */
export function scrollFor(layout: GridLayout, cell: number, top: number, height: number): number {
  const { y, height: own } = layout.cells[cell] ?? { y: 0, height: 0 }
  if (y - gridPadding < top) return Math.max(0, y - gridPadding)
  const under = y + own + gridPadding
  return under > top + height ? under - height : top
}

/** The first cell of the first row that is mostly in view, and the px from the top of the view to that row. */
export interface Anchor {
  readonly cell: number
  readonly below: number
}

/** Returns the anchor of a scroll position; null at the beginning, where new pictures appear. */
export function anchorAt(layout: GridLayout, top: number): Anchor | null {
  const at = rowAt(layout, top)
  const row = layout.rows[at]
  const isMostlyAbove = row !== undefined && row.y + row.height / 2 < top
  const first = (isMostlyAbove ? layout.rows[at + 1] : undefined) ?? row
  return first === undefined || first.from === 0 ? null : { cell: first.from, below: first.y - top }
}

/** Returns the scroll position that shows a cell where its anchor was. */
export function scrollKept(layout: GridLayout, { cell, below }: Anchor): number {
  return Math.max(0, (layout.cells[cell]?.y ?? 0) - below)
}

/** A key's move: the cell, and the column in px that further vertical moves keep. */
export interface Move {
  readonly cell: number
  readonly column: number | null
}

/**
 * Returns the cell that a key moves to; null for other keys. Up and down move to the cell nearest to `column`, the
 * middle of the cell where the vertical moves began.
 */
export function moveBy(
  layout: GridLayout,
  key: string,
  at: { readonly cell: number; readonly column: number | null; readonly view: number; readonly mod: boolean },
): Move | null {
  const { cells, rows } = layout
  const from = cells[at.cell]
  const row = rowOf(layout, at.cell)
  if (from === undefined) return null
  const last = cells.length - 1
  const sideways = (cell: number): Move => ({ cell: Math.min(Math.max(cell, 0), last), column: null })
  const column = at.column ?? from.x + from.width / 2
  const vertical = (target: number): Move => {
    const within = Math.min(Math.max(target, 0), rows.length - 1)
    return { cell: within === row ? at.cell : nearest(layout, within, column), column }
  }
  switch (key) {
    case 'ArrowLeft':
      return sideways(at.cell - 1)
    case 'ArrowRight':
      return sideways(at.cell + 1)
    case 'ArrowUp':
      return vertical(row - 1)
    case 'ArrowDown':
      return vertical(row + 1)
    case 'PageUp':
      return vertical(Math.min(rowAt(layout, from.y - at.view), row - 1))
    case 'PageDown':
      return vertical(Math.max(rowAt(layout, from.y + at.view), row + 1))
    case 'Home':
      return sideways(at.mod ? 0 : (rows[row]?.from ?? 0))
    case 'End':
      return sideways(at.mod ? last : (rows[row]?.to ?? 1) - 1)
    default:
      return null
  }
}

/** Returns the cell of a row whose middle is nearest to a column. */
function nearest({ cells, rows }: GridLayout, row: number, column: number): number {
  const { from, to } = rows[row] ?? { from: 0, to: 1 }
  let best = from
  const distance = (cell: number) => {
    const { x, width } = cells[cell] ?? { x: 0, width: 0 }
    return Math.abs(x + width / 2 - column)
  }
  for (let cell = from + 1; cell < to; cell += 1) if (distance(cell) < distance(best)) best = cell
  return best
}
