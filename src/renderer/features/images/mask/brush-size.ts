import type { Size } from './geometry.ts'

export const brushSizeMin = 1

/** The widest brush: half of the picture's longer side, at least 64. */
export function brushSizeMax({ width, height }: Size): number {
  return Math.min(1024, Math.max(64, Math.round(Math.max(width, height) / 2)))
}

/** A size to begin with: a stroke that can be seen on the whole picture. */
export function firstBrushSize({ width, height }: Size): number {
  return Math.max(4, Math.round(Math.max(width, height) / 24))
}

export function clampBrushSize(size: number, picture: Size): number {
  return Math.min(brushSizeMax(picture), Math.max(brushSizeMin, Math.round(size)))
}

/** A size so many steps larger or smaller: 15 % each, at least one pixel. */
export function steppedBrushSize(size: number, steps: number, picture: Size): number {
  const scaled = size * 1.15 ** steps
  const least = steps > 0 ? Math.max(size + 1, scaled) : Math.min(size - 1, scaled)
  return clampBrushSize(steps === 0 ? size : least, picture)
}

/** Half the width, but never so little that a pixel could slip through between two centres. */
export function brushRadius(size: number): number {
  return Math.max(Math.SQRT1_2, size / 2)
}
