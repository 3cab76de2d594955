import type { Size } from './geometry.ts'

export const brushSizeMin = 1

/** Returns the widest brush: half the picture's longer side, at least 64. */
export function brushSizeMax({ width, height }: Size): number {
  return Math.min(1024, Math.max(64, Math.round(Math.max(width, height) / 2)))
}

/** Returns the default size: a stroke visible on the whole picture. */
export function firstBrushSize({ width, height }: Size): number {
  return Math.max(4, Math.round(Math.max(width, height) / 24))
}

export function clampBrushSize(size: number, picture: Size): number {
  return Math.min(brushSizeMax(picture), Math.max(brushSizeMin, Math.round(size)))
}

/** Changes a size by steps of 15 %, at least one pixel each. */
export function steppedBrushSize(size: number, steps: number, picture: Size): number {
  const scaled = size * 1.15 ** steps
  const least = steps > 0 ? Math.max(size + 1, scaled) : Math.min(size - 1, scaled)
  return clampBrushSize(steps === 0 ? size : least, picture)
}

/** Returns half the width, but enough that no pixel is missed between two centres. */
export function brushRadius(size: number): number {
  return Math.max(Math.SQRT1_2, size / 2)
}
