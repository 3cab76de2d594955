import { z } from 'zod'
import { AppFailure, appError } from '../../shared/errors.ts'
import type { ImageRequest } from '../../shared/image.ts'
import type { Result } from '../../shared/ipc/result.ts'
import { readPicture } from '../media/picture.ts'
import type { Fetch } from '../platform.ts'
import { createClient, type GatewayAccess, readText } from './client.ts'
import { streamError, toAppError } from './errors.ts'
import type { Resolve } from './remote-link.ts'
import { fetchRemotePicture } from './remote-picture.ts'

/** The most bytes of one answer: ten large pictures as base64. */
const answerBytesMax = 400 * 1024 * 1024

/** The most bytes of one result behind a link. */
const resultBytesMax = 64 * 1024 * 1024

/** A link's whole download, per redirect, in ms. */
const downloadTimeoutMs = 3 * 60_000

/** One picture of an answer, in the form in which it came; `nothing` is an item that holds neither form. */
export type ImagePiece = (
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'nothing' }
) & { readonly revisedPrompt: string | null }

/** The files of an edit: PNGs of the same size. */
export interface EditFiles {
  readonly source: Uint8Array
  readonly mask: Uint8Array | null
}

/**
 * Sends one request for images, once; with `files` it is an edit. Never throws: `cancelled` where the signal was
 * aborted, `cut_short` for an answer that ends in the middle.
 */
export async function requestImages(
  access: GatewayAccess,
  request: ImageRequest,
  files: EditFiles | null,
  io: { readonly fetch: Fetch; readonly signal: AbortSignal },
): Promise<Result<readonly ImagePiece[]>> {
  try {
    const response = await sent(access, request, files, io)
    return { ok: true, value: readPieces(parsed(await readText(response, answerBytesMax), response.status), access) }
  } catch (cause) {
    if (io.signal.aborted) return { ok: false, error: appError('cancelled') }
    return { ok: false, error: toAppError(cause, [access.apiKey]) }
  }
}

async function sent(
  access: GatewayAccess,
  request: ImageRequest,
  files: EditFiles | null,
  io: { readonly fetch: Fetch; readonly signal: AbortSignal },
): Promise<Response> {
  const { images } = createClient(access, io.fetch)
  const { model, prompt, n, size, quality, responseFormat } = request
  const sized = size === null ? {} : { size }
  if (files === null) {
    const options = {
      ...(quality === null ? {} : { quality }),
      ...(responseFormat === null ? {} : { response_format: responseFormat }),
    }
    return await images.generate({ model, prompt, n, ...sized, ...options }, { signal: io.signal }).asResponse()
  }
  const masked = files.mask === null ? {} : { mask: pngFile(files.mask, 'mask.png') }
  const image = pngFile(files.source, 'image.png')
  return await images.edit({ model, prompt, n, image, ...masked, ...sized }, { signal: io.signal }).asResponse()
}

function pngFile(bytes: Uint8Array, name: string): File {
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' })
}

function parsed(text: string, status: number): unknown {
  if (text.trim() === '') throw new AppFailure(appError('empty_answer', 'the answer was empty', { status }))
  try {
    return JSON.parse(text)
  } catch {
    if (/^\s*<(!doctype|html)/i.test(text)) throw new AppFailure(appError('not_a_gateway', 'an HTML page', { status }))
    throw new AppFailure(appError('cut_short', 'an answer that is not whole JSON', { status }))
  }
}

const item = z.union([
  z.string().transform((url) => ({ url, b64_json: null, revised_prompt: null })),
  z.object({
    url: z.string().nullish().catch(null),
    b64_json: z.string().nullish().catch(null),
    revised_prompt: z.string().nullish().catch(null),
  }),
])
const list = z.array(z.unknown())

/** Liberal, as the item's shape for base64 is "not shown": links, base64 with and without a data prefix, data URLs. */
function readPieces(body: unknown, access: GatewayAccess): readonly ImagePiece[] {
  const answer = z
    .object({ data: list.optional(), images: list.optional(), error: z.unknown().optional() })
    .safeParse(body).data
  const found = answer?.data ?? answer?.images
  if (found === undefined) {
    if (answer?.error) throw new AppFailure(streamError(answer.error, [access.apiKey]))
    throw new AppFailure(appError('not_a_gateway', 'JSON without images'))
  }
  return found.map((candidate): ImagePiece => {
    const read = item.safeParse(candidate).data
    const revisedPrompt = read?.revised_prompt?.slice(0, 40_000) || null
    const url = read?.url?.trim() ?? ''
    const inline = read?.b64_json ?? (url.startsWith('data:') ? url : null)
    if (inline) return { kind: 'bytes', bytes: fromBase64(inline), revisedPrompt }
    return url === '' ? { kind: 'nothing', revisedPrompt } : { kind: 'link', url, revisedPrompt }
  })
}

function fromBase64(text: string): Uint8Array {
  const comma = text.startsWith('data:') ? text.indexOf(',') : -1
  return Buffer.from(text.slice(comma + 1), 'base64')
}

/**
 * Fetches a result behind its link. The link may lead to the gateway's own host, however private, or to any public one.
 * Throws an AppFailure: `link_expired`, `link_refused`, `not_a_picture`, `result_too_large`, `unavailable`, or what the
 * connection failed of.
 */
export async function fetchResultPicture(
  url: string,
  io: {
    readonly fetch: Fetch
    /** The connection's base URL. */
    readonly gatewayUrl: string
    readonly resolve?: Resolve
    readonly signal: AbortSignal
  },
): Promise<Uint8Array> {
  const own = new URL(io.gatewayUrl).hostname
  let bytes: Uint8Array
  try {
    bytes = await fetchRemotePicture(url, {
      fetch: io.fetch,
      trusts: (address) => address.hostname === own,
      bytesMax: resultBytesMax,
      timeoutMs: downloadTimeoutMs,
      signal: io.signal,
      ...(io.resolve ? { resolve: io.resolve } : {}),
    })
  } catch (cause) {
    if (io.signal.aborted) throw new AppFailure(appError('cancelled'), { cause })
    throw new AppFailure(resultError(toAppError(cause, [])), { cause })
  }
  if (readPicture(bytes) === null)
    throw new AppFailure(appError('not_a_picture', `${bytes.byteLength} bytes that are no picture`))
  return bytes
}

function resultError(error: ReturnType<typeof appError>): ReturnType<typeof appError> {
  if (error.code === 'answer_too_large') return { ...error, code: 'result_too_large' }
  if (error.code !== 'not_found') return error
  const passing = error.status === 429 || (error.status !== null && error.status >= 500)
  return { ...error, code: passing ? 'unavailable' : 'link_expired' }
}
