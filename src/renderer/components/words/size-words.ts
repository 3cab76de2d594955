import type { MediaItem } from '../../../shared/media.ts'

/** A size with a proper cross, such as 1024×1024. */
export function sizeWords(size: string): string {
  return size.replace('x', '×')
}

/** The size of a picture, with a proper cross; empty where it is not known. */
export function pixelsOf(media: Pick<MediaItem, 'width' | 'height'>): string {
  return media.width === null || media.height === null ? '' : `${media.width}×${media.height}`
}
