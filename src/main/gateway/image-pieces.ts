import { pictureKind } from '../media/picture-kind.ts'
import { externalUrlMax } from '../security/external-url.ts'
import { isFields } from './liberal-fields.ts'
import { linkOf } from './video-links.ts'

/** One picture of an answer, in its original form; `nothing` marks an item without a picture. */
export type ImagePiece = (
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'nothing' }
) & { readonly revisedPrompt: string | null }

const revisedPromptMax = 40_000
/** A longer link would be refused when opened. */
const linkMax = externalUrlMax
/** Characters of base64 decoded to detect a picture's kind; a multiple of four. */
const headMax = 160

/** Members with base64, most reliable first. */
const bytesNames = [
  ...['b64_json', 'b64Json', 'b64', 'base64', 'image_base64', 'imageBase64', 'base64_image', 'bytesBase64Encoded'],
  ...['imageBytes', 'image_bytes', 'b64_image', 'binary_data_base64', 'base64_data'],
] as const
/** Members with links, or base64 instead, most reliable first. */
const linkNames = [
  ...['url', 'image_url', 'imageUrl', 'image', 'uri', 'link', 'image_uri', 'img_url', 'imgUrl', 'file_url', 'fileUrl'],
  ...['download_url', 'downloadUrl', 'output_url', 'outputUrl', 'result_url', 'resultUrl', 'sample', 'src', 'href'],
] as const
/** Members with any content; used only if it is certainly a picture. */
const vagueNames = ['result', 'output', 'data', 'img', 'content', 'image_data', 'imageData', 'raw'] as const
/** Members that are objects with base64. */
const wrappedNames = ['inlineData', 'inline_data', 'source', 'file', 'image', 'image_url', 'imageUrl'] as const

/** Returns the picture of an item, in any of the usual forms. */
export function pieceOf(item: unknown): ImagePiece {
  if (typeof item === 'string') {
    const piece = textPiece(item, null)
    return piece.kind === 'link' && !isAddress(piece.url) ? { kind: 'nothing', revisedPrompt: null } : piece
  }
  if (!isFields(item)) return { kind: 'nothing', revisedPrompt: null }
  const revised = item.revised_prompt ?? item.revisedPrompt
  const revisedPrompt = (typeof revised === 'string' && revised.slice(0, revisedPromptMax).toWellFormed()) || null
  for (const name of bytesNames) {
    const text = item[name]
    if (typeof text === 'string' && text.trim() !== '') return bytesPiece(text, revisedPrompt)
  }
  for (const name of linkNames) {
    const value = item[name]
    const text = isFields(value) ? value.url : value
    if (typeof text === 'string' && text.trim() !== '') return textPiece(text, revisedPrompt)
  }
  for (const name of vagueNames) {
    const text = item[name]
    if (typeof text === 'string' && isCertain(text)) return textPiece(text, revisedPrompt)
  }
  for (const name of wrappedNames) {
    const inner = item[name]
    const text = isFields(inner) ? (inner.data ?? inner.base64 ?? inner.b64_json) : null
    if (typeof text === 'string' && isPictureBase64(text)) return bytesPiece(text, revisedPrompt)
  }
  return { kind: 'nothing', revisedPrompt }
}

/** Returns true for an address, also without a scheme, and for a path to a file. */
function isAddress(text: string): boolean {
  if (linkOf(text) !== null) return true
  return !/\s/.test(text) && (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?\/./i.test(text) || /.\.[a-z]{3,4}$/i.test(text))
}

/** Returns true for a web address, a data URL, or base64 of a picture. */
function isCertain(text: string): boolean {
  return /^\s{0,20}(?:https?:\/\/|data:image\/)/i.test(text.slice(0, 60)) || isPictureBase64(text)
}

/** Returns true for base64 that begins like a picture. */
export function isPictureBase64(text: string): boolean {
  const head = text
    .slice(0, headMax * 2)
    .trim()
    .replace(/\s/g, '')
    .slice(0, headMax)
  if (head.length < 40 || !/^[\w+/-]+=*$/.test(head)) return false
  // a path: the only picture base64 that begins with a slash is a JPEG's
  if (head.startsWith('/') && !head.startsWith('/9j/')) return false
  const bytes = Buffer.from(head, 'base64')
  // the two bytes of a JPEG XL codestream also begin other data
  return !(bytes[0] === 0xff && bytes[1] === 0x0a) && pictureKind(bytes) !== null
}

function textPiece(text: string, revisedPrompt: string | null): ImagePiece {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'nothing', revisedPrompt }
  if (trimmed.startsWith('data:') || isPictureBase64(trimmed)) return bytesPiece(trimmed, revisedPrompt)
  // a long text without a scheme is base64 in a link field
  const isBase64 =
    trimmed.length > 200 && !/^[a-z][a-z+.-]{1,20}:/i.test(trimmed.slice(0, 40)) && !trimmed.startsWith('/')
  if (isBase64) return bytesPiece(trimmed, revisedPrompt)
  return trimmed.length > linkMax ? { kind: 'nothing', revisedPrompt } : { kind: 'link', url: trimmed, revisedPrompt }
}

function bytesPiece(text: string, revisedPrompt: string | null): ImagePiece {
  const comma = text.slice(0, 200).trimStart().startsWith('data:') ? text.indexOf(',') : -1
  return { kind: 'bytes', bytes: Buffer.from(text.slice(comma + 1), 'base64'), revisedPrompt }
}
