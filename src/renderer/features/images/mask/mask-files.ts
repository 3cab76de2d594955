import type { AppError } from '../../../../shared/errors.ts'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import type { MediaItem } from '../../../../shared/media.ts'
import { appState } from '../../../platform/app-store.ts'
import { call, importFile } from '../../../platform/bridge/client.ts'
import { pageError } from '../../../platform/errors/page-error.ts'
import type { Size } from './geometry.ts'
import { exportRows, type MaskRule, maskReader } from './mask-rules.ts'
import type { Raster } from './raster.ts'

/** Largest picture that is read as a mask, in pixels. */
const pixelsMax = 64_000_000
/** Rows read or written before the page may render. */
const rowsAtOnce = 256

function refused(
  code: 'file_refused' | 'not_a_picture',
  detail: string,
): { readonly ok: false; readonly error: AppError } {
  return { ok: false, error: pageError(code, detail) }
}

function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Loads and decodes a picture of the library. */
export async function loadPicture(item: MediaItem): Promise<Result<ImageBitmap>> {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.src = `${appState().info.mediaBase}${item.id}`
  try {
    await image.decode()
    return { ok: true, value: await createImageBitmap(image) }
  } catch (thrown) {
    return refused('not_a_picture', thrown instanceof Error ? thrown.message : 'the picture could not be read')
  }
}

function context(size: Size): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const found = canvas.getContext('2d', { willReadFrequently: true })
  if (found === null) throw new Error('no canvas could be made')
  return found
}

async function readMask(bitmap: ImageBitmap, only: MaskRule | null): Promise<{ raster: Raster; rule: MaskRule }> {
  const { width, height } = bitmap
  const reader = maskReader(bitmap, only)
  const strip = context({ width, height: Math.min(rowsAtOnce, height) })
  for (let top = 0; top < height; top += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, height - top)
    strip.clearRect(0, 0, width, rows)
    strip.drawImage(bitmap, 0, top, width, rows, 0, 0, width, rows)
    reader.add(strip.getImageData(0, 0, width, rows).data, top)
    await breath()
  }
  return reader.done()
}

/** Loads a stored mask; its marked pixels are transparent. */
export async function loadMask(item: MediaItem): Promise<Result<Raster>> {
  const picture = await loadPicture(item)
  if (!picture.ok) return picture
  const { raster } = await readMask(picture.value, 'transparent')
  picture.value.close()
  return { ok: true, value: raster }
}

/** Reads a mask from any picture file. */
export async function readMaskFile(file: File): Promise<Result<{ readonly raster: Raster; readonly rule: MaskRule }>> {
  const shown = await createImageBitmap(file).catch(() => null)
  const opened: Result<ImageBitmap> = shown === null ? await convertedMask(file) : { ok: true, value: shown }
  if (!opened.ok) return opened
  const bitmap = opened.value
  try {
    if (bitmap.width * bitmap.height > pixelsMax)
      return refused('file_refused', `${bitmap.width}x${bitmap.height} is too large for a mask`)
    return { ok: true, value: await readMask(bitmap, null) }
  } finally {
    bitmap.close()
  }
}

/** Loads a picture that the page cannot decode, such as a TIFF, after main has converted it to PNG. */
async function convertedMask(file: File): Promise<Result<ImageBitmap>> {
  const imported = await importFile(file)
  if (!imported.ok) return imported
  const png = await call('images.prepareSource', { from: { kind: 'file', token: imported.value.token } })
  return png.ok ? await loadPicture(png.value) : png
}

/** Encodes the mask as a PNG of the picture's size. */
export async function encodeMask(raster: Raster): Promise<Blob | null> {
  const { width, height } = raster
  const whole = context(raster)
  for (let top = 0; top < height; top += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, height - top)
    whole.putImageData(new ImageData(exportRows(raster, top, rows), width, rows), 0, top)
    await breath()
  }
  return await new Promise((resolve) => whole.canvas.toBlob(resolve, 'image/png'))
}

/** Stores the mask of a source. A mask without marked pixels is removed, and the result is null. */
export async function keepMask(sourceId: string, raster: Raster, marked: number): Promise<Result<MediaItem | null>> {
  if (marked === 0) return await call('images.saveMask', { sourceId, token: null })
  const blob = await encodeMask(raster)
  if (blob === null) return { ok: false, error: pageError('internal', 'the mask could not be encoded') }
  const imported = await importFile(new File([blob], 'mask.png', { type: 'image/png' }))
  return imported.ok ? await call('images.saveMask', { sourceId, token: imported.value.token }) : imported
}

/** Saves a stored mask as a file for the user. */
export async function handOut(mask: MediaItem, name: string): Promise<Result<CallOutput<'media.save'>>> {
  const answer = await call('media.save', { mediaId: mask.id, name })
  if (answer.ok && answer.value.by === 'page') {
    const link = document.createElement('a')
    link.href = answer.value.url
    link.download = answer.value.name
    link.click()
  }
  return answer
}
