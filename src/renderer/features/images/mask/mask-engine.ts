import { cornersRect, type Point, polygonRect, type Rect, type Size, segmentRect, wholeRect } from './geometry.ts'
import { emptyHistory, type History, historyBudget, recorded, redone, undone } from './history.ts'
import {
  countMarked,
  emptyRaster,
  fillPolygon,
  fillRect,
  fillSegment,
  invert,
  type Mark,
  type Raster,
} from './raster.ts'
import { captureTile, restoreTile, sameTile, type Tile, tileBytes, tileCount, tileRect, tilesOf } from './tiles.ts'

interface MaskStep {
  readonly bytes: number
  readonly tiles: readonly Tile[]
  /** The state reached by this step. */
  readonly state: number
}

/**
 * The edited mask: its pixels, a change counter, and its undo history.
 *
 * A change is begun, drawn in any number of pieces, and committed or abandoned. The pixels of a tile are saved before
 * the first change to it.
 * The cost of a piece depends only on its area, not on the number of strokes or the size of the picture.
 */
export class MaskEngine {
  readonly raster: Raster
  /** Id of the current pixels; undo returns to the earlier id. */
  state = 0
  marked: number
  /** Increases whenever pixels may have changed, also by abandoned strokes. */
  changes = 0
  private states = 0
  private history: History<MaskStep> = emptyHistory()
  private before: Map<number, Tile> | null = null
  private readonly onPixels: (rect: Rect) => void
  private readonly budget: number

  /** `onPixels` is called with every rect that may look different. */
  constructor(size: Size, start: Raster | null, onPixels: (rect: Rect) => void, budget = historyBudget) {
    this.raster = start ?? emptyRaster(size)
    this.marked = countMarked(this.raster)
    this.onPixels = onPixels
    this.budget = budget
  }

  get drawing(): boolean {
    return this.before !== null
  }

  get canUndo(): boolean {
    return this.history.past.length > 0
  }

  get canRedo(): boolean {
    return this.history.future.length > 0
  }

  beginStroke(): void {
    this.abandon()
    this.changes += 1
    this.before = new Map()
  }

  segment(a: Point, b: Point, radius: number, mark: Mark): void {
    const rect = segmentRect(a, b, radius, this.raster)
    this.keep(rect)
    fillSegment(this.raster, a, b, radius, mark)
    this.onPixels(rect)
  }

  rectangle(a: Point, b: Point, mark: Mark): void {
    const rect = cornersRect(a, b, this.raster)
    this.keep(rect)
    fillRect(this.raster, rect, mark)
    this.onPixels(rect)
  }

  polygon(points: readonly Point[], mark: Mark): void {
    const rect = polygonRect(points, this.raster)
    this.keep(rect)
    fillPolygon(this.raster, points, mark)
    this.onPixels(rect)
  }

  /** Ends the change; false when no pixel differs from before. */
  commit(): boolean {
    const kept = this.before
    this.before = null
    if (kept === null) return false
    let marked = this.marked
    const tiles: Tile[] = []
    for (const tile of kept.values()) {
      const now = captureTile(this.raster, tile.index)
      if (sameTile(tile, now)) continue
      tiles.push(tile)
      marked += now.marked - tile.marked
    }
    if (tiles.length === 0) return false
    this.marked = marked
    this.history = recorded(this.history, this.newStep(tiles, this.state), this.budget)
    this.state = ++this.states
    return true
  }

  /** Undoes everything drawn since `begin`. */
  abandon(): void {
    const kept = this.before
    this.before = null
    this.changes += 1
    if (kept !== null) for (const tile of kept.values()) this.put(tile)
  }

  /** Swaps marked and unmarked pixels. */
  invert(): boolean {
    return this.changeAll(() => invert(this.raster))
  }

  fillAll(mark: Mark): boolean {
    return this.changeAll(() => this.raster.data.fill(mark))
  }

  /** Replaces all pixels by another mask of the same size. */
  replace(raster: Raster): boolean {
    return this.changeAll(() => this.raster.data.set(raster.data))
  }

  undo(): boolean {
    const step = this.history.past.at(-1)
    if (step === undefined || this.drawing) return false
    this.history = undone(this.history, this.applyStep(step), this.budget)
    return true
  }

  redo(): boolean {
    const step = this.history.future.at(-1)
    if (step === undefined || this.drawing) return false
    this.history = redone(this.history, this.applyStep(step), this.budget)
    return true
  }

  private changeAll(change: () => void): boolean {
    this.beginStroke()
    this.keep(wholeRect(this.raster))
    change()
    this.onPixels(wholeRect(this.raster))
    return this.commit()
  }

  private keep(rect: Rect): void {
    const kept = this.before
    if (kept === null) throw new Error('a change of the mask was not begun')
    for (const index of tilesOf(rect, this.raster))
      if (!kept.has(index)) kept.set(index, captureTile(this.raster, index))
  }

  private put(tile: Tile): void {
    restoreTile(this.raster, tile)
    this.onPixels(tileRect(tile.index, this.raster))
  }

  private newStep(tiles: readonly Tile[], state: number): MaskStep {
    return { tiles, state, bytes: tiles.reduce((sum, tile) => sum + tileBytes(tile), 0) }
  }

  /** Applies a step and returns its inverse. */
  private applyStep(step: MaskStep): MaskStep {
    this.changes += 1
    const tiles = step.tiles.map((tile) => {
      const now = captureTile(this.raster, tile.index)
      this.put(tile)
      this.marked += tile.marked - now.marked
      return now
    })
    const back = this.newStep(tiles, this.state)
    this.state = step.state
    return back
  }
}

/** Packs a mask as tiles: 1/8 byte a pixel, less for uniform tiles. */
export function packed(raster: Raster): readonly Tile[] {
  return Array.from({ length: tileCount(raster) }, (_, index) => captureTile(raster, index))
}

export function unpacked(tiles: readonly Tile[], size: Size): Raster {
  const raster = emptyRaster(size)
  for (const tile of tiles) restoreTile(raster, tile)
  return raster
}
