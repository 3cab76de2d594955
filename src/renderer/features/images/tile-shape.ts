import type { ImageSummary } from '../../../shared/image.ts'
import { mediaUrl } from '../../components/pictures/hand-out.ts'
import type { PictureShown } from '../../components/pictures/pictures.ts'

/** Range of the shapes of tiles, as width over height. A picture beyond it is shown whole, with bands. */
const ratioMin = 0.5
const ratioMax = 4

/** Returns the width over height of the tile for a picture of this shape. */
export function tileRatio(ratio: number): number {
  return Math.min(Math.max(ratio, ratioMin), ratioMax)
}

/** Returns true if a picture is too wide or too tall to fill its tile. */
export function isBanded({ media: { width, height } }: ImageSummary): boolean {
  const ratio = (width ?? 1) / (height ?? 1)
  return tileRatio(ratio) !== ratio
}

/** Returns the longer side in px of a picture of this shape, in the highest usual row. */
export function longestSide(wanted: number, ratio: number): number {
  return Math.ceil(wanted * 1.25 * Math.max(tileRatio(ratio), 1))
}

/** Returns the part of an image that tiles show. */
export function pictureOf({ thumbnailId, media }: ImageSummary): Omit<PictureShown, 'side'> {
  return { url: mediaUrl(thumbnailId ?? media.id), width: media.width, height: media.height, whole: true }
}
