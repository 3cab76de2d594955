import type { ImageSummary } from '../../../shared/image.ts'
import { mediaUrl } from '../../components/hand-out.ts'
import type { PictureShown } from '../../components/pictures.ts'

/** What tiles show of an image. */
export function pictureOf({ thumbnailId, media }: ImageSummary): Omit<PictureShown, 'side'> {
  return { url: mediaUrl(thumbnailId ?? media.id), width: media.width, height: media.height }
}
