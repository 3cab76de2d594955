import type { VideoFile } from '../../../../shared/video.ts'
import { mediaUrl } from '../../../components/hand-out.ts'
import type { PictureShown } from '../../../components/pictures.ts'

/** How a card shows a poster: all of it, its longer side filling the card's height. */
export function posterShown({ id, width, height }: NonNullable<VideoFile['poster']>): PictureShown {
  return { url: mediaUrl(id), width, height, side: 124, whole: true }
}
