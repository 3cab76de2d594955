import type { MediaItem } from '../../../../shared/media.ts'
import { call, importFile } from '../../../platform/bridge/client.ts'
import { frameOf } from '../posters/frame.ts'
import type { VideoPlayer } from './video-player.ts'

/** Stores the shown frame in the library; null when it cannot be captured. */
export async function takenFrame({ element }: VideoPlayer): Promise<MediaItem | null> {
  try {
    const size = { width: element.videoWidth, height: element.videoHeight }
    const frame = await frameOf(element, size, 'image/png')
    const imported = await importFile(new File([frame], 'frame.png', { type: frame.type }))
    const answer = imported.ok ? await call('media.addPicture', { token: imported.value.token }) : imported
    return answer.ok ? answer.value : null
  } catch {
    return null
  }
}
