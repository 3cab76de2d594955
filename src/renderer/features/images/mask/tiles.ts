import { isEmpty, type Rect, type Size } from './geometry.ts'
import type { Mark, Raster } from './raster.ts'

/** Side of a tile in pixels; a multiple of 8, so that full rows pack into whole bytes. */
export const tileSize = 128
/** Overhead of a tile besides its bits. */
const tileOverhead = 64

/** A saved square of a mask: uniform, or one bit a pixel. */
export interface Tile {
  readonly index: number
  readonly content: Mark | Uint8Array
  readonly marked: number
}

export function tileBytes(tile: Tile): number {
  return tileOverhead + (typeof tile.content === 'number' ? 0 : tile.content.length)
}

function tileColumns(size: Size): number {
  return Math.ceil(size.width / tileSize)
}

export function tileCount(size: Size): number {
  return tileColumns(size) * Math.ceil(size.height / tileSize)
}

/** Returns the pixels of a tile; smaller at the right and bottom edge. */
export function tileRect(index: number, size: Size): Rect {
  const columns = tileColumns(size)
  const left = (index % columns) * tileSize
  const top = Math.floor(index / columns) * tileSize
  return {
    left,
    top,
    right: Math.min(size.width, left + tileSize),
    bottom: Math.min(size.height, top + tileSize),
  }
}

/** Returns the tiles touched by a rect. */
export function tilesOf(rect: Rect, size: Size): number[] {
  if (isEmpty(rect)) return []
  const columns = tileColumns(size)
  const found: number[] = []
  for (let row = Math.floor(rect.top / tileSize); row * tileSize < rect.bottom; row++)
    for (let column = Math.floor(rect.left / tileSize); column * tileSize < rect.right; column++)
      found.push(row * columns + column)
  return found
}

export function captureTile(raster: Raster, index: number): Tile {
  const { left, top, right, bottom } = tileRect(index, raster)
  const width = right - left
  let marked = 0
  for (let y = top; y < bottom; y++)
    for (let at = y * raster.width + left, end = at + width; at < end; at++) marked += raster.data[at] ?? 0
  const pixels = width * (bottom - top)
  if (marked === 0 || marked === pixels) return { index, content: marked === 0 ? 0 : 1, marked }
  const bits = new Uint8Array(Math.ceil(pixels / 8))
  let bit = 0
  for (let y = top; y < bottom; y++)
    for (let at = y * raster.width + left, end = at + width; at < end; at++, bit++)
      if (raster.data[at] === 1) bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7))
  return { index, content: bits, marked }
}

export function restoreTile(raster: Raster, { index, content }: Tile): void {
  const { left, top, right, bottom } = tileRect(index, raster)
  const width = right - left
  let bit = 0
  for (let y = top; y < bottom; y++) {
    const row = y * raster.width
    if (typeof content === 'number') {
      raster.data.fill(content, row + left, row + right)
      continue
    }
    for (let at = row + left, end = at + width; at < end; at++, bit++)
      raster.data[at] = ((content[bit >> 3] ?? 0) >> (bit & 7)) & 1
  }
}

/** Returns true if two saved versions of a tile are equal. */
export function sameTile(a: Tile, b: Tile): boolean {
  if (a.marked !== b.marked) return false
  const { content } = a
  const other = b.content
  if (typeof content === 'number' || typeof other === 'number') return content === other
  return content.every((byte, index) => byte === other[index])
}
