import type { MediaItem } from '../../shared/media.ts'

/** A size as it is shown: squares as in 1024², others with a proper cross. */
export function sizeWords(size: string): string {
  const [width, height] = size.split('x')
  return width === height ? `${width}²` : size.replace('x', '×')
}

/** The size of a picture, with a proper cross; empty where it is not known. */
export function pixelsOf(media: Pick<MediaItem, 'width' | 'height'>): string {
  return media.width === null || media.height === null ? '' : `${media.width}×${media.height}`
}
