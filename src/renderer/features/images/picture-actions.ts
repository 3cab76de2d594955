import i18next from 'i18next'
import type { NamedMedia } from '../../../shared/image.ts'
import type { PictureType } from '../../../shared/image-kinds.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { archiveName, finishSaving, mediaUrl } from '../../components/pictures/hand-out.ts'
import { call } from '../../platform/bridge/client.ts'
import { tellError } from '../../platform/errors/tell-error.ts'
import { showToast } from '../../platform/toasts.ts'
import { forgetImages } from './gallery-actions.ts'
import { lastRemoval } from './last-removal.ts'

// limit of one call
const idsMax = 20_000

/** Resolves to the file names of images, in their order. */
export async function namesOf(imageIds: readonly string[]): Promise<readonly NamedMedia[]> {
  if (imageIds.length === 0) return []
  const answer = await call('images.names', { imageIds: imageIds.slice(0, idsMax) })
  if (answer.ok) return answer.value
  tellError(answer.error)
  return []
}

/** Resolves to the file name of an image; null, with an error shown, if it cannot be determined. */
export async function imageFileName(imageId: string): Promise<NamedMedia | null> {
  return (await namesOf([imageId]))[0] ?? null
}

/** Saves an image as a file; `media` if a file other than the image itself is wanted, `type` for another type. */
export async function saveImage(imageId: string, media: MediaItem | null, type?: PictureType): Promise<void> {
  const named = await imageFileName(imageId)
  if (named === null) return
  const answer = await call('media.save', {
    ...named,
    mediaId: media?.id ?? named.mediaId,
    ...(type === undefined ? {} : { type }),
  })
  if (answer.ok) finishSaving(answer.value)
  else tellError(answer.error)
}

/** Shows the file of a picture in the system's program for files. */
export async function showInFolder(media: MediaItem): Promise<void> {
  const answer = await call('media.showFile', { mediaId: media.id })
  if (!answer.ok) tellError(answer.error)
}

/** Saves a file of an answer that is not a picture. */
export async function saveFile(mediaId: string, name: string): Promise<void> {
  const answer = await call('media.save', { mediaId, name })
  if (answer.ok) finishSaving(answer.value)
  else tellError(answer.error)
}

/** Saves many images as one ZIP. */
export async function saveArchive(imageIds: readonly string[]): Promise<void> {
  const items = await namesOf(imageIds)
  if (items.length === 0) return
  const answer = await call('media.saveArchive', { items: [...items], name: archiveName() })
  if (answer.ok) finishSaving(answer.value)
  else tellError(answer.error)
}

/** Converts a picture to PNG, which the clipboard requires. */
async function asPng(media: MediaItem): Promise<Blob> {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.src = mediaUrl(media.id)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.drawImage(image, 0, 0)
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no bytes')) : resolve(blob)), 'image/png'),
  )
}

/** Copies a picture to the clipboard; false when the browser refuses. */
export async function copyPicture(media: MediaItem): Promise<boolean> {
  try {
    // passed as a promise: the permission of the click would expire during a wait
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': asPng(media) })])
    return true
  } catch {
    showToast(i18next.t('images.copyFailed'))
    return false
  }
}

/** Deletes images from the gallery and offers undo. */
export async function deleteImages(imageIds: readonly string[]): Promise<boolean> {
  if (imageIds.length === 0) return false
  const ids = imageIds.slice(0, idsMax)
  const answer = await call('images.delete', { imageIds: ids })
  if (!answer.ok) {
    tellError(answer.error)
    return false
  }
  forgetImages(ids)
  lastRemoval.tell(i18next.t('images.deleted', { count: ids.length }), async () => {
    const restored = await call('images.restore', { imageIds: ids })
    if (!restored.ok) tellError(restored.error)
  })
  return true
}

/** Undoes the last deletion while its message is visible; false without one. */
export function undoDeletion(): boolean {
  return lastRemoval.undo()
}
