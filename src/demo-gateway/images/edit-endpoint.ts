import { z } from 'zod'
import { type Endpoint, formBody, requireModel } from '../http/exchange.ts'
import { invalidRequest } from '../http/gateway-error.ts'
import { parseRequest } from '../http/parse-request.ts'
import { editPicture } from './edit-picture.ts'
import { type ImageReplyOptions, sendImages } from './image-reply.ts'
import { readImageSize } from './image-size.ts'
import { decodePng, encodePng } from './png.ts'
import { type Raster, resize } from './raster.ts'

const schema = z.object({
  model: z.string().min(1),
  prompt: z.string().trim().min(1).max(32_000),
  n: z.coerce.number().int().min(1).max(10).optional(),
  size: z.string().optional(),
  response_format: z.enum(['url', 'b64_json']).optional(),
})

/**
 * Creates `POST /v1/images/edits`, a form. Only pixels where the mask is fully transparent change. Without `size` the
 * result has the size of the source.
 */
export function createEditEndpoint(options: ImageReplyOptions & { readonly seed: number }): Endpoint {
  return async (exchange) => {
    const form = formBody(exchange)
    const body = parseRequest(schema, Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')))
    const model = requireModel(exchange, body.model, 'image')
    const size = body.size === undefined || body.size === 'auto' ? undefined : readImageSize(model, body.size)
    const source = await readPicture(form.get('image') ?? form.get('image[]'), 'image')
    if (!source) throw invalidRequest('image: a file is required', 'image')
    const mask = await readPicture(form.get('mask'), 'mask')
    if (mask && (mask.width !== source.width || mask.height !== source.height)) {
      throw invalidRequest(
        `mask: must be ${source.width}x${source.height} like the image, not ${mask.width}x${mask.height}`,
        'mask',
      )
    }
    const files: Buffer[] = []
    for (let index = 0; index < (body.n ?? 1); index += 1) {
      if (exchange.signal.aborted) return
      const edited = await editPicture(source, mask, body.prompt, options.seed + index)
      files.push(await encodePng(size ? resize(edited, size.width, size.height) : edited))
    }
    await sendImages(exchange, options, files, body.response_format ?? 'url', undefined)
  }
}

async function readPicture(value: File | string | null, param: string): Promise<Raster | undefined> {
  if (value === null) return undefined
  if (typeof value === 'string') throw invalidRequest(`${param}: must be a file`, param)
  try {
    return await decodePng(Buffer.from(await value.arrayBuffer()))
  } catch (error) {
    if (error instanceof RangeError) throw invalidRequest(`${param}: ${error.message}`, param)
    throw error
  }
}
