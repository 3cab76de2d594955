import { linkTroubleOf } from '../faults/link-trouble.ts'
import type { FileShelf } from '../file-shelf.ts'
import type { Exchange } from '../http/exchange.ts'
import { sendJson } from '../http/reply.ts'

/** Destination of image results. */
export interface ImageReplyOptions {
  readonly shelf: FileShelf
  /** Origin of result links, without a trailing slash. */
  readonly origin: string
}

/** Answers with PNG files as links or base64, with the request's faults applied. */
export async function sendImages(
  exchange: Exchange,
  options: ImageReplyOptions,
  files: readonly Buffer[],
  format: 'url' | 'b64_json',
  revisedPrompt: string | undefined,
): Promise<void> {
  const { faults } = exchange
  const kept = faults.has('fewer') ? files.slice(0, faults.number('fewer', 'count') ?? files.length - 1) : files
  const data = kept.map((file, index) => {
    if (faults.has('no-data')) return {}
    const form = faults.has('mixed') ? (index % 2 === 0 ? 'url' : 'b64_json') : format
    const prompt = revisedPrompt === undefined ? {} : { revised_prompt: revisedPrompt }
    if (form === 'b64_json') {
      const prefix = faults.has('data-prefix') ? 'data:image/png;base64,' : ''
      return { b64_json: prefix + file.toString('base64'), ...prompt }
    }
    const path = options.shelf.add({ type: 'image/png', content: file, trouble: linkTroubleOf(faults) }, 'png')
    return { url: options.origin + path, ...prompt }
  })
  await sendJson(exchange, { created: Math.floor(exchange.now() / 1000), data })
}
