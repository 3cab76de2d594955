import type { Result } from '../../../shared/ipc/result.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { isPictureFile } from '../../../shared/picture-kinds.ts'
import { call, importFile } from '../../platform/bridge/client.ts'
import { changeForm } from './form-draft.ts'
import { focusPrompt } from './panel-actions.ts'
import { useVideos } from './videos-store.ts'

// the last chosen picture wins, even if an earlier one takes longer to prepare
let preparations = 0

/** Uses the first picture among dropped, pasted or chosen files. Returns false if there is none. */
export function takeFiles(files: Iterable<File>): boolean {
  const file = [...files].find(isPictureFile)
  if (file === undefined) return false
  void prepare(file.name, async () => {
    const imported = await importFile(file)
    return imported.ok
      ? await call('images.prepareSource', { from: { kind: 'file', token: imported.value.token } })
      : imported
  })
  return true
}

/** Uses a picture of the library, sent from another panel or taken from a video. */
export async function takePicture({ id }: MediaItem): Promise<void> {
  focusPrompt()
  await prepare('', async () => await call('images.prepareSource', { from: { kind: 'media', mediaId: id } }))
}

/** Removes the first picture from the form. */
export function removePicture(): void {
  preparations += 1
  useVideos.setState({ preparing: null, pictureError: null })
  changeForm({ firstPicture: null })
}

async function prepare(name: string, ask: () => Promise<Result<MediaItem>>): Promise<void> {
  preparations += 1
  const mine = preparations
  useVideos.setState({ preparing: name, pictureError: null })
  const answer = await ask()
  if (mine !== preparations) return
  useVideos.setState({ preparing: null, pictureError: answer.ok ? null : answer.error })
  if (answer.ok) changeForm({ firstPicture: answer.value })
}
