import type { MediaItem } from '../../../shared/media.ts'

/** A size with a multiplication sign, such as 1024×1024. */
export function sizeWords(size: string): string {
  return size.replace('x', '×')
}

/** Size of a picture with a multiplication sign; empty when unknown. */
export function pixelsOf(media: Pick<MediaItem, 'width' | 'height'>): string {
  return media.width === null || media.height === null ? '' : `${media.width}×${media.height}`
}
