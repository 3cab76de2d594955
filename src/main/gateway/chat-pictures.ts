import { createHash } from 'node:crypto'
import { type ImagePiece, pieceOf } from './image-pieces.ts'
import { asJson, type Fields, isFields } from './liberal-fields.ts'

/** Maximum number of pictures of one answer; the rest is left over. */
const picturesMax = 50

/** Pictures of a chat answer, each once, from all places where gateways put them. */
export class ChatPictures {
  /** Pictures received as bytes. */
  readonly bytes: Uint8Array[] = []
  /** Addresses of pictures. */
  readonly links: string[] = []
  /** Parts that look like pictures and could not be read. */
  readonly unread: string[] = []
  private readonly seen = new Set<string>()

  get isEmpty(): boolean {
    return this.bytes.length === 0 && this.links.length === 0 && this.unread.length === 0
  }

  /** Adds the pictures of a message, a delta or a choice: `images`, `image`, and parts of the content. */
  collectPictures(fields: Fields): void {
    for (const item of [...listOf(fields.images), ...listOf(fields.image), ...listOf(fields.content).filter(isPicture)])
      this.addPicture(item)
  }

  /** Adds one picture in any form. */
  addPicture(item: unknown): void {
    const piece = pieceIn(item)
    const isLink = piece.kind === 'link' && /^https?:\/\/[^\s<>()]+$/i.test(piece.url)
    const key = piece.kind === 'bytes' ? hashOf(piece.bytes) : isLink ? piece.url : hashOf(Buffer.from(asJson(item)))
    if (this.seen.has(key)) return
    this.seen.add(key)
    const hasRoom = this.bytes.length + this.links.length < picturesMax
    if (piece.kind === 'bytes' && piece.bytes.length > 0 && hasRoom) this.bytes.push(piece.bytes)
    else if (piece.kind === 'link' && isLink && hasRoom) this.links.push(piece.url)
    else this.unread.push(typeof item === 'string' ? item : asJson(item))
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isFields(value) || (typeof value === 'string' && value !== '') ? [value] : []
}

const pictureTypes: ReadonlySet<unknown> = new Set(['image_url', 'image', 'output_image', 'input_image', 'inline_data'])
const wrappers = ['image_url', 'image', 'inline_data', 'inlineData', 'source', 'file'] as const

/** Returns true if a part of the content is a picture instead of words. */
export function isPicture(part: unknown): boolean {
  return isFields(part) && (pictureTypes.has(part.type) || wrappers.some((name) => isFields(part[name])))
}

function pieceIn(item: unknown, depth = 0): ImagePiece {
  const piece = pieceOf(item)
  if (piece.kind !== 'nothing' || !isFields(item)) return piece
  for (const name of wrappers) {
    const inner = item[name]
    const found = isFields(inner) && depth < 3 ? pieceIn(inner, depth + 1) : null
    if (found !== null && found.kind !== 'nothing') return found
  }
  return typeof item.data === 'string' ? pieceOf({ b64_json: item.data }) : piece
}
