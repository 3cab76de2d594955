import { invalidRequest } from '../http/gateway-error.ts'
import { type DemoModel, maxImageSide } from '../models.ts'
import type { PictureSize } from './picture-size.ts'

/**
 * Returns the requested size in pixels, or the model's first size. Throws a 400 for a size that the model does not
 * have.
 */
export function readImageSize(model: DemoModel, size: string | undefined): PictureSize {
  const asked = size === undefined || size === 'auto' ? (model.sizes?.[0] ?? '1024x1024') : size
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(asked)
  if (!match) throw invalidRequest('size: expected <width>x<height>', 'size')
  if (model.sizes && !model.sizes.includes(asked)) {
    throw invalidRequest(`size: "${model.id}" makes ${model.sizes.join(', ')}, not ${asked}`, 'size')
  }
  const width = Number(match[1])
  const height = Number(match[2])
  if (Math.min(width, height) < 1 || Math.max(width, height) > maxImageSide) {
    throw invalidRequest(`size: each side must be from 1 to ${maxImageSide} pixels`, 'size')
  }
  return { width, height }
}
