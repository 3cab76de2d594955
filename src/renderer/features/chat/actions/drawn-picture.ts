/** Width of a picture, in CSS px. */
export const pictureWidth = 820
/** Greatest height of a picture, in CSS px. */
export const pictureHeightMax = 20_000
/** Up to this height a picture has two pixels per CSS px; Chromium's canvas limit is not much higher. */
const sharpHeightMax = 10_000

/** Returns the pixels per CSS px of a picture of this height. */
export function pictureScale(height: number): 1 | 2 {
  return height <= sharpHeightMax ? 2 : 1
}

/**
 * Returns the height of the drawn part of a column of pixels (RGBA), from its top to the last pixel that is not
 * transparent.
 */
export function drawnHeight(pixels: ArrayLike<number>): number {
  let height = pixels.length / 4
  while (height > 0 && pixels[height * 4 - 1] === 0) height -= 1
  return height
}

/** Draws well-formed HTML as a PNG. Null if it is higher than `pictureHeightMax`. */
export async function drawnPicture(html: string): Promise<Blob | null> {
  const whole = await imageOf(html, pictureHeightMax)
  const column = contextOf(1, pictureHeightMax)
  column.drawImage(whole, 0, 0, 1, pictureHeightMax, 0, 0, 1, pictureHeightMax)
  const height = drawnHeight(column.getImageData(0, 0, 1, pictureHeightMax).data)
  if (height === 0 || height >= pictureHeightMax) return null
  const scale = pictureScale(height)
  const image = await imageOf(html, height)
  const canvas = contextOf(pictureWidth * scale, height * scale)
  canvas.drawImage(image, 0, 0, pictureWidth * scale, height * scale)
  return await new Promise((resolve) => canvas.canvas.toBlob(resolve, 'image/png'))
}

/**
 * Renders the HTML as an image, which runs no scripts and loads nothing. A data URL is the only source that the page
 * allows.
 */
async function imageOf(html: string, height: number): Promise<HTMLImageElement> {
  const image = new Image()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="${height}"><foreignObject width="100%" height="100%">${html}</foreignObject></svg>`
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  return image
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  // a picture is higher than graphics cards can draw at once
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('there is no canvas')
  return context
}
