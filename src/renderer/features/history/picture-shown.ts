import type { HistoryItem } from '../../../shared/history.ts'
import { mediaUrl } from '../../components/hand-out.ts'
import type { PictureShown } from '../../components/pictures.ts'

/** How a row shows the picture of its item. */
export function pictureShown({ id, width, height }: NonNullable<HistoryItem['picture']>): PictureShown {
  return { url: mediaUrl(id), width, height, side: 44 }
}
