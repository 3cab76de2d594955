import type { MediaItem } from '../../../../shared/media.ts'
import { finishSaving } from '../../../components/pictures/hand-out.ts'
import { call, importFile } from '../../../platform/bridge/client.ts'
import { tellError } from '../../../platform/errors/tell-error.ts'
import { frameOf } from '../posters/frame.ts'
import type { VideoPlayer } from './video-player.ts'

/** Stores the shown frame in the library; null when it cannot be captured. */
export async function takenFrame({ element }: VideoPlayer): Promise<MediaItem | null> {
  try {
    const size = { width: element.videoWidth, height: element.videoHeight }
    return await storedFrame(await frameOf(element, size, 'image/png'))
  } catch {
    return null
  }
}

/** Stores a captured frame in the library; null if main refuses it. */
export async function storedFrame(frame: Blob): Promise<MediaItem | null> {
  const imported = await importFile(new File([frame], 'frame.png', { type: frame.type }))
  const answer = imported.ok ? await call('media.addPicture', { token: imported.value.token }) : imported
  return answer.ok ? answer.value : null
}

/** Saves a stored frame as a picture; `name` has no extension. */
export async function saveFrame(media: MediaItem, name: string): Promise<void> {
  const answer = await call('media.save', { mediaId: media.id, name: `${name}.png` })
  if (answer.ok) finishSaving(answer.value)
  else tellError(answer.error)
}
