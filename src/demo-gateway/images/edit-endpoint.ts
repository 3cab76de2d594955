import { z } from 'zod'
import { type Endpoint, type Exchange, formBody, requireModel } from '../http/exchange.ts'
import { GatewayError, invalidRequest } from '../http/gateway-error.ts'
import { parseRequest } from '../http/parse-request.ts'
import type { DemoModel } from '../models.ts'
import { editPicture } from './edit-picture.ts'
import { type ImageReplyOptions, sendImages } from './image-reply.ts'
import { readImageSize } from './image-size.ts'
import { withInsets } from './insets.ts'
import { decodePng, encodePng } from './png.ts'
import { type Raster, resize } from './raster.ts'
import { checkSpecial, specialParameters, withBackground } from './special-parameters.ts'

const schema = z.object({
  model: z.string().min(1),
  prompt: z.string().trim().min(1).max(32_000),
  n: z.coerce.number().int().min(1).max(10).optional(),
  size: z.string().optional(),
  ...specialParameters,
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
    checkSpecial(model, body)
    const [source, ...others] = await readPictures(exchange, form, model)
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
      const shown = withBackground(withInsets(edited, others, mask), body)
      files.push(await encodePng(size ? resize(shown, size.width, size.height) : shown))
    }
    await sendImages(exchange, options, files, body.response_format ?? 'url', undefined)
  }
}

/** Maximum number of pictures of one edit. */
const picturesMax = 16

/** Reads the pictures, in order. Throws a 400 or 422 if the model does not take them in this form. */
async function readPictures(
  { faults }: Exchange,
  form: FormData,
  { id, takesSeveral }: DemoModel,
): Promise<readonly Raster[]> {
  const listed = form.getAll('image[]')
  // as servers that declare the field as required say it
  if (listed.length > 0 && faults.has('repeated-image'))
    throw new GatewayError(422, 'invalid_request_error', 'image: Field required', { param: 'image' })
  const files = [...form.getAll('image'), ...listed]
  if (files.length > 1 && (takesSeveral !== true || faults.has('one-picture')))
    throw invalidRequest(`image: "${id}" edits one image, not ${files.length}`, 'image')
  if (files.length > picturesMax) throw invalidRequest(`image: at most ${picturesMax} images are allowed`, 'image')
  const pictures: Raster[] = []
  for (const file of files) {
    const picture = await readPicture(file, 'image')
    if (picture !== undefined) pictures.push(picture)
  }
  return pictures
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
