import type { ImageDetail } from '../../../../shared/image.ts'
import { appState, saveSettings } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { tellError } from '../../../platform/errors/tell-error.ts'
import { formOfRequest } from '../form.ts'
import { changeForm } from '../form-draft.ts'
import { galleryReader } from '../gallery-actions.ts'
import { deleteImages } from '../picture-actions.ts'
import { addMedia, findLastMask, openMask, takeMedia } from '../source-actions.ts'
import { closeImage, focusPrompt, openImage } from '../studio-actions.ts'
import { studio, useStudio } from '../studio-store.ts'

/** Fills the form with this image's request. */
export function fillAgain(detail: ImageDetail): void {
  changeForm({
    type: 'replaced',
    form: formOfRequest(
      detail.request,
      { ...detail, references: detail.references.map(({ media }) => media) },
      studio().form,
    ),
  })
  useStudio.setState({ lastMask: null, submitError: null })
  void findLastMask()
  focusPrompt()
}

/** Uses this image as source, with its prompt. */
export async function vary(detail: ImageDetail): Promise<void> {
  const { summary, request } = detail
  changeForm({ type: 'changed', change: { prompt: request.prompt } })
  if (!(await takeMedia(summary.media, summary.id))) return
  changeForm({ type: 'mask', sourceId: studio().form.source?.media.id ?? '', mask: null })
  focusPrompt()
}

/** Shows the gallery image that this one was made from, if there is one. */
export function openOrigin({ ancestors: [origin] }: ImageDetail): void {
  if (origin !== undefined) openImage(origin.id)
}

/** Adds this image to the pictures of the form. */
export function addReference({ summary }: ImageDetail): void {
  addMedia(summary.media, summary.id)
  focusPrompt()
}

/** Uses this image as the source of an edit: opens the mask editor, and clears the instruction. */
export async function editImage(detail: ImageDetail): Promise<void> {
  const { media, id } = detail.summary
  if (!(await takeMedia(media, id))) return
  changeForm({ type: 'changed', change: { prompt: '' } })
  focusPrompt()
  openMask()
}

/** Runs an action on an image of the grid, which knows only its summary. */
export async function withDetail(imageId: string, action: (detail: ImageDetail) => Promise<void>): Promise<void> {
  const answer = await call('images.get', { imageId })
  if (answer.ok) await action(answer.value)
  else tellError(answer.error)
}

/** Shows or hides how the image was made; the choice persists. */
export function toggleDetails(): void {
  void saveSettings({ imageDetailsHidden: !appState().settings.imageDetailsHidden })
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
