import { z } from 'zod'
import { type Endpoint, jsonBody, requireModel } from '../http/exchange.ts'
import { parseRequest } from '../http/parse-request.ts'
import { type ImageReplyOptions, sendImages } from './image-reply.ts'
import { readImageSize } from './image-size.ts'
import { paint } from './painting.ts'
import { encodePng } from './png.ts'
import { checkSpecial, specialParameters, withBackground } from './special-parameters.ts'

const schema = z.object({
  model: z.string().min(1),
  prompt: z.string().trim().min(1).max(32_000),
  n: z.int().min(1).max(10).nullish(),
  size: z.string().nullish(),
  quality: z.enum(['standard', 'hd']).nullish(),
  ...specialParameters,
  response_format: z.enum(['url', 'b64_json']).nullish(),
})

/** Creates `POST /v1/images/generations`: real PNG files of the requested size. */
export function createGenerationEndpoint(options: ImageReplyOptions & { readonly seed: number }): Endpoint {
  return async (exchange) => {
    const body = parseRequest(schema, jsonBody(exchange))
    const model = requireModel(exchange, body.model, 'image')
    checkSpecial(model, body)
    const { width, height } = readImageSize(model, body.size ?? undefined)
    const files: Buffer[] = []
    for (let index = 0; index < (body.n ?? 1); index += 1) {
      if (exchange.signal.aborted) return
      files.push(await encodePng(withBackground(await paint(width, height, body.prompt, options.seed + index), body)))
    }
    const revised = `${body.prompt}, warm light, soft edges${body.quality === 'hd' ? ', fine detail' : ''}`
    await sendImages(exchange, options, files, body.response_format ?? 'url', revised)
  }
}
