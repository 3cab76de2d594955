import { intersection, type Point, type Rect, type Size, wholeRect } from './geometry.ts'

/**
 * Position of the picture in the frame: its pixel (x, y) is at (x · scale + this.x, y · scale + this.y). Units are
 * device pixels, so a scale of 1 shows each pixel once.
 */
export interface View extends Point {
  readonly scale: number
}

export const maxScale = 32
/** Screen pixels of the picture that always stay visible. */
const hold = 48
/** Space around a fitted picture, in screen pixels. */
const margin = 16

export function toPicture(view: View, at: Point): Point {
  return { x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale }
}

export function toFrame(view: View, at: Point): Point {
  return { x: at.x * view.scale + view.x, y: at.y * view.scale + view.y }
}

function fittingScale(picture: Size, frame: Size): number {
  const wide = Math.max(1, frame.width - 2 * margin) / picture.width
  const high = Math.max(1, frame.height - 2 * margin) / picture.height
  return Math.min(wide, high)
}

/** Returns the smallest scale: a quarter of the fitted one, to leave room for strokes over the edges. */
export function minScale(picture: Size, frame: Size): number {
  return Math.min(1, fittingScale(picture, frame)) / 4
}

/** Returns the whole picture in the middle; a small one is not enlarged. */
export function fitted(picture: Size, frame: Size): View {
  return centred(picture, frame, Math.min(1, fittingScale(picture, frame)))
}

export function centred(picture: Size, frame: Size, scale: number): View {
  return {
    scale,
    x: Math.round((frame.width - picture.width * scale) / 2),
    y: Math.round((frame.height - picture.height * scale) / 2),
  }
}

/** Changes the scale within its limits; the point `at` in the frame stays fixed. */
export function zoomed(view: View, at: Point, scale: number, picture: Size, frame: Size): View {
  const next = Math.min(maxScale, Math.max(minScale(picture, frame), scale))
  const fixed = toPicture(view, at)
  return { scale: next, x: at.x - fixed.x * next, y: at.y - fixed.y * next }
}

/** Moves the picture; part of it always stays visible. */
export function moved(view: View, by: Point, picture: Size, frame: Size): View {
  return held({ scale: view.scale, x: view.x + by.x, y: view.y + by.y }, picture, frame)
}

export function held(view: View, picture: Size, frame: Size): View {
  return {
    scale: view.scale,
    x: heldAlong(view.x, picture.width * view.scale, frame.width),
    y: heldAlong(view.y, picture.height * view.scale, frame.height),
  }
}

function heldAlong(at: number, length: number, room: number): number {
  const rest = Math.min(hold, length, room)
  return Math.min(room - rest, Math.max(rest - length, at))
}

/** Adapts the view to another frame size; the same point of the picture stays in the middle. */
export function reframed(view: View, before: Size, frame: Size, picture: Size): View {
  const by = { x: (frame.width - before.width) / 2, y: (frame.height - before.height) / 2 }
  return moved(view, { x: Math.round(by.x), y: Math.round(by.y) }, picture, frame)
}

const stops = [0.0625, 0.125, 0.25, 0.333, 0.5, 0.667, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32]

/** Returns the next scale for the buttons and keys. */
export function nextStop(scale: number, way: 'in' | 'out'): number {
  const found = way === 'in' ? stops.find((stop) => stop > scale * 1.01) : stops.findLast((stop) => stop < scale / 1.01)
  return found ?? (way === 'in' ? maxScale : scale / 2)
}

/** Returns the frame's pixels that show part of a picture rect, with a border for outlines. */
export function frameRect(view: View, rect: Rect, border: number, frame: Size): Rect {
  const around = {
    left: Math.floor(rect.left * view.scale + view.x) - border,
    top: Math.floor(rect.top * view.scale + view.y) - border,
    right: Math.ceil(rect.right * view.scale + view.x) + border,
    bottom: Math.ceil(rect.bottom * view.scale + view.y) + border,
  }
  return intersection(around, wholeRect(frame))
}

/**
 * Returns, for every frame pixel along an axis, the picture pixel under its middle; -1 outside the picture. Adds
 * `border` entries at both ends.
 */
export function samples(offset: number, scale: number, length: number, room: number, border: number): Int32Array {
  const found = new Int32Array(room + 2 * border)
  for (let index = 0; index < found.length; index++) {
    const at = Math.floor((index - border + 0.5 - offset) / scale)
    found[index] = at >= 0 && at < length ? at : -1
  }
  return found
}
