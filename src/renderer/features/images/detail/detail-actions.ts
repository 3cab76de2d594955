import type { ImageDetail } from '../../../../shared/image.ts'
import { isNarrow } from '../../../components/window/narrow-window.ts'
import { formOfRequest } from '../form.ts'
import { changeForm } from '../form-draft.ts'
import { galleryReader } from '../gallery-actions.ts'
import { deleteImages } from '../picture-actions.ts'
import { findLastMask, openMask, takeMedia } from '../source-actions.ts'
import { closeImage, focusPrompt, openImage } from '../studio-actions.ts'
import { studio, useStudio } from '../studio-store.ts'

/** In a narrow window the form replaces the picture. */
function toForm(): void {
  if (isNarrow()) closeImage()
  focusPrompt()
}

/** Fills the form with this image's request. */
export function fillAgain(detail: ImageDetail): void {
  changeForm({
    type: 'replaced',
    form: formOfRequest(detail.request, detail.source, detail.mask, studio().form),
  })
  useStudio.setState({ lastMask: null, submitError: null })
  void findLastMask()
  toForm()
}

/** Uses this image as source, with its prompt. */
export async function vary(detail: ImageDetail): Promise<void> {
  const { summary, request } = detail
  changeForm({ type: 'changed', change: { prompt: request.prompt } })
  if (!(await takeMedia(summary.media, summary.id))) return
  changeForm({ type: 'mask', sourceId: studio().form.source?.media.id ?? '', mask: null })
  toForm()
}

/** Uses this image as the source of an edit: opens the mask editor, and empties the instruction. */
export async function editImage(detail: ImageDetail): Promise<void> {
  const { media, id } = detail.summary
  if (!(await takeMedia(media, id))) return
  changeForm({ type: 'changed', change: { prompt: '' } })
  toForm()
  openMask()
}

/** Opens another image of the list. */
export async function stepTo(imageId: string, step: number): Promise<void> {
  const next = await galleryReader.neighbourOf(imageId, step)
  const { view } = studio()
  if (next !== null && view.kind === 'image' && view.imageId === imageId) openImage(next.id)
}

/** Deletes the shown image and shows the next one. */
export async function deleteShown(imageId: string): Promise<void> {
  const next = (await galleryReader.neighbourOf(imageId, 1)) ?? (await galleryReader.neighbourOf(imageId, -1))
  if (!(await deleteImages([imageId]))) return
  if (next === null) closeImage()
  else openImage(next.id)
}
