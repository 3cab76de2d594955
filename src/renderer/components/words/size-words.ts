import type { MediaItem } from '../../../shared/media.ts'

/** Returns a size with a multiplication sign, such as 1024×1024. */
export function sizeWords(size: string): string {
  return size.replace('x', '×')
}

/** Returns the size of a picture with a multiplication sign; empty when unknown. */
export function pixelsOf(media: Pick<MediaItem, 'width' | 'height'>): string {
  return media.width === null || media.height === null ? '' : `${media.width}×${media.height}`
}

/** Ratios with well-known names, wider first. */
const named = [
  [21, 9],
  [2, 1],
  [16, 9],
  [7, 4],
  [16, 10],
  [3, 2],
  [4, 3],
  [5, 4],
  [1, 1],
] as const
/** Maximum deviation of a size from a named ratio, because sides are often rounded to multiples of 16 or 64. */
const nearness = 0.01

/** Returns the ratio of a size such as `1536x1024`: by name (3:2) if one fits within 1 %, else in lowest terms. */
export function ratioWords(size: string): string {
  const [width = 1, height = 1] = size.split('x').map(Number)
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const divisor = sharedDivisor(long, short)
  const byName = named.find(([a, b]) => Math.abs((long / short) * (b / a) - 1) <= nearness)
  const [a, b] = byName ?? [long / divisor, short / divisor]
  return width < height ? `${b}:${a}` : `${a}:${b}`
}

function sharedDivisor(a: number, b: number): number {
  return b === 0 ? a : sharedDivisor(b, a % b)
}
