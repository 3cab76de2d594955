import { createHash } from 'node:crypto'
import { pictureKind } from '../media/picture-kind.ts'
import { isError } from './failure-in-answer.ts'
import { isPictureBase64, pieceOf } from './image-pieces.ts'
import { isFields } from './liberal-fields.ts'
import { endsAsPicture, picturesInText } from './text-pictures.ts'
import { linkOf } from './video-links.ts'

/** Maximum number of items of a list that are read. */
export const itemsReadMax = 1_000
/** Limits of the search through a whole answer: nesting depth and number of members. */
const depthMax = 14
const membersMax = 20_000

/** Lists of pictures, most common first. */
const listNames = [
  ...['data', 'images', 'output', 'results', 'result', 'artifacts', 'predictions', 'image_urls', 'imageUrls'],
  ...['generated_images', 'generatedImages', 'image_list', 'imageList', 'outputs', 'urls', 'binary_data_base64'],
] as const
/** Members that repeat the request or describe an error. */
const sentNames = /^(?:inputs?|prompts?|requests?|params?|parameters|arguments|options|errors?)$/i
/** Members with addresses of other things. */
const otherNames =
  /thumb|preview|avatar|logo|icon|cover|poster|audio|video|callback|webhook|notif|status|cancel|poll|docs?$|help|terms|polic|privacy|refer|mask|response_?ur[il]|^(?:self|get|stream|web|page|site|next|prev|etag)$|^(?:init|source|input|original)_?(?:image|img|url)/i
const linkName = /url|uri|link|image|img|picture|photo|src|href|sample|output|result|file|download/i
/** Texts that may hold pictures as Markdown. */
const textNames: ReadonlySet<string> = new Set(['content', 'text', 'message', 'markdown', 'output_text', 'answer'])

/** The items of an answer, some possibly without a picture, and the words next to them. */
export interface ImagePlaces {
  readonly items: readonly unknown[]
  readonly words: readonly string[]
}

const hasPicture = (item: unknown): boolean => pieceOf(item).kind !== 'nothing'

/**
 * Finds the pictures of an answer, in its order: under known names, else anywhere in it. Null if it has neither
 * pictures nor a known place for them.
 */
export function placesIn(value: unknown): ImagePlaces | null {
  const known = knownItems(value)
  if (known?.slice(0, itemsReadMax).some(hasPicture)) return { items: known, words: [] }
  const walk = new Walk()
  walk.visitValue(value, [])
  if (walk.found > 0) return { items: walk.items, words: walk.words }
  return known === null ? null : { items: known, words: [] }
}

/** Returns the items of an answer in their known places; null if there are none. */
function knownItems(value: unknown, depth = 0): readonly unknown[] | null {
  if (Array.isArray(value)) {
    const isList = depth > 0 || value.slice(0, itemsReadMax).some((item) => isFields(item) && hasPicture(item))
    return isList ? value : null
  }
  if (!isFields(value)) return null
  let found: readonly unknown[] | null = null
  for (const name of listNames) {
    const list = value[name]
    const inner = Array.isArray(list) ? list : isFields(list) && depth < 3 ? knownItems(list, depth + 1) : null
    if (inner?.slice(0, itemsReadMax).some(hasPicture)) return inner.filter((item) => !isTalk(item))
    if (inner !== null) found = found === null || found.length === 0 ? inner : found
  }
  if (hasPicture(value)) return [value]
  return found
}

/** Returns true if a response item is text or thoughts next to the pictures. */
function isTalk(item: unknown): boolean {
  return isFields(item) && (item.type === 'message' || item.type === 'reasoning') && !hasPicture(item)
}

/** Returns a hash that identifies a picture, because one can come twice in an answer. */
function keyOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A search through a whole answer. */
class Walk {
  readonly items: unknown[] = []
  readonly words: string[] = []
  found = 0
  private readonly seen = new Set<string>()
  private members = 0

  visitValue(value: unknown, path: readonly string[]): void {
    this.members += 1
    if (this.members > membersMax || path.length > depthMax || this.found >= itemsReadMax) return
    const name = path.at(-1) ?? ''
    if (typeof value === 'string') this.addPictureIn(value, path, name)
    else if (Array.isArray(value)) this.walkList(value, path)
    else if (isFields(value)) this.fields(value, path)
  }

  private walkList(list: readonly unknown[], path: readonly string[]): void {
    for (const item of list) {
      this.visitValue(item, path)
      // the reason for a missing picture keeps its place
      if (isFields(item) && isError(item.error) && this.items.length < itemsReadMax) this.items.push(item)
    }
  }

  private fields(value: Readonly<Record<string, unknown>>, path: readonly string[]): void {
    const before = this.found
    const members = Object.entries(value).filter(([name]) => !sentNames.test(name))
    for (const [name, inner] of members) if (typeof inner === 'object') this.visitValue(inner, [...path, name])
    // a picture with several addresses in one object counts once
    const isAlone = this.found === before && !path.some((name) => otherNames.test(name))
    if (isAlone && this.addKnownPicture(value, path)) return
    const isEmpty = this.found === before
    for (const [name, inner] of members)
      if (typeof inner === 'string' && (isEmpty || textNames.has(name))) this.visitValue(inner, [...path, name])
  }

  /** Adds the picture of an object under its known names, if it certainly is one. */
  private addKnownPicture(value: Readonly<Record<string, unknown>>, path: readonly string[]): boolean {
    const piece = pieceOf(value)
    if (piece.kind === 'nothing') return false
    const isPlausible =
      piece.kind === 'bytes'
        ? pictureKind(piece.bytes) !== null
        : linkOf(piece.url) !== null && (path.length > 0 || endsAsPicture(piece.url))
    if (isPlausible) this.collectItem(value, piece.kind === 'link' ? piece.url : keyOf(piece.bytes))
    return isPlausible
  }

  private addPictureIn(text: string, path: readonly string[], name: string): void {
    if (path.some((one) => otherNames.test(one))) return
    const trimmed = text.trim()
    if (/^data:image\//i.test(trimmed.slice(0, 20)) || isPictureBase64(trimmed)) {
      this.takeData(trimmed)
      return
    }
    const link = linkOf(trimmed)
    if (link !== null) {
      const isAnswer = textNames.has(name) && name !== 'message'
      if (endsAsPicture(link) || linkName.test(name) || isAnswer) this.collectItem({ url: link }, link)
      return
    }
    // a sentence about the answer may contain unrelated addresses
    if (!trimmed.includes('![') && (!textNames.has(name) || name === 'message')) return
    const { pictures, words } = picturesInText(trimmed)
    for (const one of pictures) {
      if (one.startsWith('data:')) this.takeData(one)
      else this.collectItem({ url: one }, one)
    }
    if (words !== '') this.words.push(words)
  }

  private takeData(text: string): void {
    const item = { b64_json: text }
    const piece = pieceOf(item)
    if (piece.kind === 'bytes') this.collectItem(item, keyOf(piece.bytes))
  }

  private collectItem(item: unknown, key: string): void {
    if (this.seen.has(key)) return
    this.seen.add(key)
    this.found += 1
    this.items.push(item)
  }
}
