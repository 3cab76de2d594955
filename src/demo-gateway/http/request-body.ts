import type { IncomingMessage } from 'node:http'
import { GatewayError, invalidRequest } from './gateway-error.ts'

export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly form: FormData }

/** Largest request body, in bytes. */
export const maxBodyBytes = 64 * 1024 * 1024

/** Reads the whole body. Throws a 413 beyond the limit; the rest is read and dropped. */
export async function readBytes(request: IncomingMessage, limit = maxBodyBytes): Promise<Buffer> {
  const tooLarge = () => new GatewayError(413, 'request_too_large', `The request body is larger than ${limit} bytes.`)
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    request.resume()
    throw tooLarge()
  }
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    request.on('data', (piece: Buffer) => {
      size += piece.length
      if (size <= limit) pieces.push(piece)
      else {
        pieces.length = 0
        reject(tooLarge())
      }
    })
    request.on('end', () => resolve(Buffer.concat(pieces)))
    request.on('error', reject)
    request.on('close', () => reject(new Error('The request was cut off')))
  })
}

/** Parses the body by its content type. Throws a 400 when it cannot be parsed. */
export async function parseBody(bytes: Buffer, contentType: string): Promise<RequestBody> {
  if (bytes.length === 0) return { kind: 'none' }
  if (/^multipart\/form-data/i.test(contentType)) return { kind: 'form', form: await parseForm(bytes, contentType) }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidRequest('The request body is not UTF-8.')
  }
  try {
    return { kind: 'json', value: JSON.parse(text) }
  } catch {
    throw invalidRequest('The request body is not JSON.')
  }
}

async function parseForm(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw invalidRequest('The form cannot be read: check the boundary and the parts.')
  }
}
