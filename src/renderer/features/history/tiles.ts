import type { HistoryFilter } from '../../../shared/history.ts'

/** Kinds of items that are shown as tiles. */
const tileKinds: HistoryFilter['kinds'] = ['image', 'video']

/** Narrowest tile and the gap between two, in px. */
const tileMin = 180
const tileGap = 8

/** Returns true if a filter leaves only items that have a picture. */
export function canBeTiles({ kinds }: Pick<HistoryFilter, 'kinds'>): boolean {
  return kinds.length > 0 && kinds.every((kind) => tileKinds.includes(kind))
}

/** Returns the kinds to filter by when tiles are chosen: those of the filter, or all that have a picture. */
export function kindsOfTiles(filter: Pick<HistoryFilter, 'kinds'>): HistoryFilter['kinds'] {
  return canBeTiles(filter) ? filter.kinds : tileKinds
}

/** Returns the kinds to filter by when the list is chosen; no restriction if only the tiles had caused it. */
export function kindsOfList({ kinds }: Pick<HistoryFilter, 'kinds'>): HistoryFilter['kinds'] {
  return kinds.length === tileKinds.length && canBeTiles({ kinds }) ? [] : kinds
}

/** Returns the number of tile columns, at least two, and the side of a tile in px, for a list of this width. */
export function tilesFor(width: number): { readonly columns: number; readonly side: number } {
  const columns = Math.max(2, Math.floor((width + tileGap) / (tileMin + tileGap)))
  return { columns, side: Math.max(40, Math.floor((width - tileGap * (columns - 1)) / columns)) }
}
