/** Width and height of a picture in px; null if unknown. */
interface Measures {
  readonly width: number | null
  readonly height: number | null
}

/** Assumed side of a picture of unknown size, in px. */
const usualSide = 1024

/**
 * Estimates the tokens of a picture: 85, plus 170 for each tile of 512 px, after it was fitted into 2048 px and its
 * shorter side reduced to 768 px. Source: OpenAI's rule for pictures in full detail; other providers count about as
 * much.
 */
export function pictureTokens({ width, height }: Measures): number {
  const [w, h] = [Math.max(1, width ?? usualSide), Math.max(1, height ?? usualSide)]
  const fitted = Math.min(1, 2048 / Math.max(w, h))
  const scale = fitted * Math.min(1, 768 / (Math.min(w, h) * fitted))
  const tiles = Math.ceil((w * scale) / 512) * Math.ceil((h * scale) / 512)
  return 85 + 170 * tiles
}

/** Estimates the tokens of several pictures. */
export function tokensOfPictures(pictures: readonly Measures[]): number {
  return pictures.reduce((sum, picture) => sum + pictureTokens(picture), 0)
}
