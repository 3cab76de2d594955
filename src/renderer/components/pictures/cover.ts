/** Returns the central square of a picture, in its pixels; a square tile shows it. */
export function coverOf(picture: { readonly width: number; readonly height: number }): {
  readonly x: number
  readonly y: number
  readonly length: number
} {
  const length = Math.min(picture.width, picture.height)
  return { x: (picture.width - length) / 2, y: (picture.height - length) / 2, length }
}
