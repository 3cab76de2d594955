import { z } from 'zod'
import { invalidRequest } from '../http/gateway-error.ts'
import type { DemoModel } from '../models.ts'
import type { Raster } from './raster.ts'

/** Parameters that only the newer models take. */
export const specialParameters = {
  background: z.enum(['transparent', 'opaque', 'auto']).nullish(),
  output_format: z.enum(['png', 'jpeg', 'webp']).nullish(),
}

interface Special {
  readonly background?: 'transparent' | 'opaque' | 'auto' | null | undefined
  readonly output_format?: 'png' | 'jpeg' | 'webp' | null | undefined
}

/** Throws a 400 for a parameter that the model does not take. Every model makes PNG alone. */
export function checkSpecial({ id, takesSeveral }: DemoModel, { background, output_format: format }: Special): void {
  if (takesSeveral !== true && background != null)
    throw invalidRequest("Unknown parameter: 'background'.", 'background')
  if (takesSeveral !== true && format != null)
    throw invalidRequest("Unknown parameter: 'output_format'.", 'output_format')
  if (format != null && format !== 'png')
    throw invalidRequest(`output_format: "${id}" makes png, not ${format}`, 'output_format')
}

/** Returns a picture that is transparent outside an ellipse, if that was asked for. */
export function withBackground(raster: Raster, { background }: Special): Raster {
  if (background !== 'transparent') return raster
  const { channels, height, width } = raster
  const pixels = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    const x = ((at % width) + 0.5) / width - 0.5
    const y = (Math.floor(at / width) + 0.5) / height - 0.5
    pixels.set(raster.pixels.subarray(at * channels, at * channels + 3), at * 4)
    pixels[at * 4 + 3] = x * x + y * y < 0.2 ? 255 : 0
  }
  return { width, height, channels: 4, pixels }
}
