import type { MediaItem } from '../../../../shared/media.ts'
import { mediaUrl } from '../../../components/pictures/hand-out.ts'
import { call, importFile } from '../../../platform/bridge/client.ts'
import { pageError } from '../../../platform/errors/page-error.ts'
import { tellError } from '../../../platform/errors/tell-error.ts'
import { changeForm } from '../form-draft.ts'
import { studio } from '../studio-store.ts'
import type { LargerCanvas } from './larger-canvas.ts'

/** Puts the source on a larger canvas, with a mask that opens the border. Resolves to false if that failed. */
export async function extendSource(media: MediaItem, canvas: LargerCanvas): Promise<boolean> {
  const picture = new Image()
  picture.crossOrigin = 'anonymous'
  picture.src = mediaUrl(media.id)
  try {
    await picture.decode()
  } catch {
    return failed(pageError('not_found', 'the source cannot be shown'))
  }
  const { height, left, top, width } = canvas
  const source = await drawn(width, height, (context) => context.drawImage(picture, left, top))
  const mask = await drawn(width, height, (context) =>
    context.fillRect(left, top, picture.naturalWidth, picture.naturalHeight),
  )
  const imported = await importFile(new File([source], 'extended.png', { type: 'image/png' }))
  if (!imported.ok) return failed(imported.error)
  const extended = await call('images.prepareSource', { from: { kind: 'file', token: imported.value.token } })
  if (!extended.ok) return failed(extended.error)
  const maskFile = await importFile(new File([mask], 'mask.png', { type: 'image/png' }))
  if (!maskFile.ok) return failed(maskFile.error)
  const sourceId = extended.value.id
  const stored = await call('images.saveMask', { sourceId, token: maskFile.value.token })
  if (!stored.ok) return failed(stored.error)
  const { form } = studio()
  // replaced or removed meanwhile
  if (form.source?.media.id !== media.id) return false
  changeForm({ type: 'source', media: extended.value, sourceImageId: form.source.sourceImageId })
  changeForm({ type: 'mask', sourceId, mask: stored.value })
  changeForm({ type: 'changed', change: { keepOutside: true } })
  return true
}

function failed(error: Parameters<typeof tellError>[0]): false {
  tellError(error)
  return false
}

async function drawn(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  draw(context)
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no bytes')) : resolve(blob)), 'image/png'),
  )
}
