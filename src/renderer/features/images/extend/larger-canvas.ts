import { imageSideMax } from '../../../../shared/image-kinds.ts'

/** Sides at which a picture is extended. */
export const extensions = ['all', 'wider', 'taller'] as const
export type Extension = (typeof extensions)[number]

/** Sizes of the new border together, in percent of the picture's side. */
export const extensionPercents = [25, 50, 100] as const
export type ExtensionPercent = (typeof extensionPercents)[number]

/** A larger canvas, and the place of the picture within it, in pixels. */
export interface LargerCanvas {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
}

/** Returns the canvas with the picture in its middle; null if a side would be too long. */
export function largerCanvas(
  { height, width }: { readonly width: number; readonly height: number },
  extension: Extension,
  percent: ExtensionPercent,
): LargerCanvas | null {
  const border = (side: number): number => Math.round((side * percent) / 200)
  const left = extension === 'taller' ? 0 : border(width)
  const top = extension === 'wider' ? 0 : border(height)
  const canvas = { width: width + 2 * left, height: height + 2 * top, left, top }
  return Math.max(canvas.width, canvas.height) > imageSideMax ? null : canvas
}
