import { intersection, isEmpty, type Point, type Rect, type Size, union, wholeRect } from './geometry.ts'
import { drawOverlay, type OverlayFrame, type OverlayKind } from './overlay.ts'
import type { Raster } from './raster.ts'
import { frameRect, samples, type View } from './view-transform.ts'

function context(canvas: HTMLCanvasElement, settings: CanvasRenderingContext2DSettings): CanvasRenderingContext2D {
  const found = canvas.getContext('2d', settings)
  if (found === null) throw new Error('no canvas could be made')
  return found
}

/** Scale from which picture pixels are shown as squares. */
const squaresFrom = 3

/**
 * Paints picture and mask into one canvas of the frame's size, at most once a frame and only changed parts.
 *
 * The picture is drawn once per view and kept as 32-bit words; a stroke mixes only the words of its dirty rect. Nothing
 * of the picture's full size is drawn while a user draws, which keeps it smooth without a GPU.
 */
export class MaskPainter {
  private readonly screen: CanvasRenderingContext2D
  private readonly backdrop: CanvasRenderingContext2D
  private readonly picture: ImageBitmap
  private readonly mask: Raster
  private readonly checks: CanvasPattern | null
  private frame: OverlayFrame | null = null
  private image: ImageData | null = null
  private ground = '#888'
  private view: View | null = null
  private wanted: View | null = null
  private kind: OverlayKind = 'marked'
  private border = 1
  private dirty: Rect | null = null
  private trail: readonly Point[] = []
  private trailDrawn = 0
  private request = 0

  constructor(canvas: HTMLCanvasElement, picture: ImageBitmap, mask: Raster) {
    this.screen = context(canvas, { alpha: false })
    this.backdrop = context(document.createElement('canvas'), { alpha: false, willReadFrequently: true })
    this.picture = picture
    this.mask = mask
    this.checks = checkerboard(this.backdrop)
  }

  get size(): Size {
    return this.screen.canvas
  }

  /** Sets the frame's size in screen pixels, and the line width in screen pixels. */
  resize(size: Size, border: number): void {
    for (const { canvas } of [this.screen, this.backdrop]) {
      canvas.width = size.width
      canvas.height = size.height
    }
    this.image = new ImageData(size.width, size.height)
    this.border = border
    this.view = null
    this.frame = null
    this.dirty = null
    this.ask()
  }

  show(view: View): void {
    this.wanted = view
    this.ask()
  }

  /** Sets the colour around the picture. */
  setGround(colour: string): void {
    this.ground = colour
    this.view = null
    this.ask()
  }

  setKind(kind: OverlayKind): void {
    this.kind = kind
    this.repaint()
  }

  /** Marks part of the mask as changed. */
  markMaskArea(rect: Rect): void {
    if (this.frame === null || this.view === null || isEmpty(rect)) return
    const seen = frameRect(this.view, rect, this.border + 1, this.size)
    if (isEmpty(seen)) return
    this.dirty = union(this.dirty, seen)
    this.ask()
  }

  /** Sets the line being drawn, in picture pixels; it only grows, or is emptied. */
  setTrail(points: readonly Point[]): void {
    if (points.length === 0 && this.trail.length > 0) this.repaint()
    this.trail = points
    if (points.length === 0) this.trailDrawn = 0
    this.ask()
  }

  /** Paints pending changes at once, when the next frame would be too late. */
  flush(): void {
    cancelAnimationFrame(this.request)
    this.paint()
  }

  destroy(): void {
    cancelAnimationFrame(this.request)
    this.request = 0
  }

  private repaint(): void {
    this.dirty = wholeRect(this.size)
    this.ask()
  }

  private ask(): void {
    if (this.request === 0) this.request = requestAnimationFrame(() => this.paint())
  }

  private paint(): void {
    this.request = 0
    if (this.wanted !== null && this.wanted !== this.view) this.rebase(this.wanted)
    const { frame, image, dirty } = this
    if (frame === null || image === null) return
    if (dirty !== null && !isEmpty(dirty)) {
      drawOverlay(frame, this.mask, dirty, this.kind)
      const { left, top, right, bottom } = dirty
      this.screen.putImageData(image, 0, 0, left, top, right - left, bottom - top)
      this.trailDrawn = 0
    }
    this.dirty = null
    this.paintTrail()
  }

  private paintTrail(): void {
    const { view, trail } = this
    if (view === null || trail.length < 2 || this.trailDrawn >= trail.length) return
    const line = new Path2D()
    for (const [index, point] of trail.slice(Math.max(0, this.trailDrawn - 1)).entries()) {
      const x = point.x * view.scale + view.x
      const y = point.y * view.scale + view.y
      if (index === 0) line.moveTo(x, y)
      else line.lineTo(x, y)
    }
    this.trailDrawn = trail.length
    // light inside dark is visible on every picture
    for (const [width, colour] of [
      [3, '#1c0f0b'],
      [1.25, '#fff'],
    ] as const) {
      this.screen.lineWidth = width * this.border
      this.screen.strokeStyle = colour
      this.screen.stroke(line)
    }
  }

  /** Redraws the picture for another view; a plain move shifts the part that stays visible. */
  private rebase(view: View): void {
    const { width, height } = this.size
    const before = this.view
    const base = this.frame?.base ?? new Uint32Array(width * height)
    const by = before === null || this.frame === null ? null : wholeMove(before, view)
    this.view = view
    if (by === null || Math.abs(by.x) >= width || Math.abs(by.y) >= height) {
      this.fillBase(base, wholeRect(this.size))
    } else {
      shifted(base, this.size, by)
      for (const strip of uncovered(this.size, by)) this.fillBase(base, strip)
    }
    const image = this.image ?? new ImageData(width, height)
    this.image = image
    const { border } = this
    this.frame = {
      width,
      height,
      base,
      border,
      target: this.frame?.target ?? new Uint32Array(image.data.buffer),
      columns: samples(view.x, view.scale, this.picture.width, width, border),
      rows: samples(view.y, view.scale, this.picture.height, height, border),
      view,
    }
    this.dirty = wholeRect(this.size)
  }

  private fillBase(base: Uint32Array, rect: Rect): void {
    const { view, backdrop, picture } = this
    if (view === null || isEmpty(rect)) return
    const width = rect.right - rect.left
    const height = rect.bottom - rect.top
    backdrop.setTransform(1, 0, 0, 1, 0, 0)
    backdrop.save()
    backdrop.beginPath()
    backdrop.rect(rect.left, rect.top, width, height)
    backdrop.clip()
    backdrop.fillStyle = this.ground
    backdrop.fillRect(rect.left, rect.top, width, height)
    const shown = frameRect(view, wholeRect(picture), 0, this.size)
    const seen = intersection(shown, rect)
    if (!isEmpty(seen)) {
      if (this.checks !== null) {
        backdrop.fillStyle = this.checks
        backdrop.fillRect(view.x, view.y, picture.width * view.scale, picture.height * view.scale)
      }
      backdrop.imageSmoothingEnabled = view.scale < squaresFrom
      backdrop.imageSmoothingQuality = view.scale < 1 ? 'medium' : 'low'
      backdrop.drawImage(picture, view.x, view.y, picture.width * view.scale, picture.height * view.scale)
    }
    backdrop.restore()
    const pixels = new Uint32Array(backdrop.getImageData(rect.left, rect.top, width, height).data.buffer)
    for (let row = 0; row < height; row++)
      base.set(pixels.subarray(row * width, (row + 1) * width), (rect.top + row) * this.size.width + rect.left)
  }
}

/** Returns the movement of a view in whole pixels; null when it was scaled too, or moved by fractions. */
function wholeMove(before: View, after: View): Point | null {
  const by = { x: after.x - before.x, y: after.y - before.y }
  const whole = Math.abs(by.x - Math.round(by.x)) < 1e-6 && Math.abs(by.y - Math.round(by.y)) < 1e-6
  return before.scale === after.scale && whole ? { x: Math.round(by.x), y: Math.round(by.y) } : null
}

/** Shifts words within a frame; newly visible parts keep their old content. */
function shifted(words: Uint32Array, { width, height }: Size, by: Point): void {
  const length = width - Math.abs(by.x)
  const from = Math.max(0, -by.x)
  const to = Math.max(0, by.x)
  const count = height - Math.abs(by.y)
  for (let step = 0; step < count; step++) {
    const row = by.y > 0 ? height - 1 - step : step
    const at = (row - by.y) * width + from
    words.copyWithin(row * width + to, at, at + length)
  }
}

function uncovered({ width, height }: Size, by: Point): readonly Rect[] {
  return [
    { left: 0, right: width, top: by.y > 0 ? 0 : height + by.y, bottom: by.y > 0 ? by.y : height },
    { top: 0, bottom: height, left: by.x > 0 ? 0 : width + by.x, right: by.x > 0 ? by.x : width },
  ]
}

/** Returns the background behind a transparent picture. */
function checkerboard(target: CanvasRenderingContext2D): CanvasPattern | null {
  const tile = document.createElement('canvas')
  tile.width = 16
  tile.height = 16
  const pen = context(tile, { alpha: false })
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, 16, 16)
  pen.fillStyle = '#d8d6d4'
  pen.fillRect(8, 0, 8, 8)
  pen.fillRect(0, 8, 8, 8)
  return target.createPattern(tile, 'repeat')
}
