import { AppFailure, appError } from '../../shared/errors.ts'
import { type AlsoSent, alsoTextMax, type Leftovers } from '../../shared/kept-answer.ts'
import { gatewayMessage, streamError } from './errors.ts'
import { beginsAsEvents, eventsIn } from './event-lines.ts'
import { type LiberalJson, readLiberalJson } from './liberal-json.ts'

/** One picture of an answer, in the form in which it came; `nothing` is an item that holds neither form. */
export type ImagePiece = (
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'nothing' }
) & { readonly revisedPrompt: string | null }

/** What an answer to a request for images holds. */
export interface ImageAnswer {
  readonly pieces: readonly ImagePiece[]
  /** Why there are fewer than were asked for, in the gateway's words; null where it says nothing. */
  readonly reason: string | null
  /** What did not fit; null where all of it is used. */
  readonly leftovers: Leftovers | null
}

const revisedPromptMax = 40_000
/** An item that cannot be read is shown up to here, in UTF-16 units. */
const itemTextMax = 20_000

/**
 * Reads an answer with images as liberally as possible: links, base64 with and without a data prefix, under the names in
 * use, as a list or alone, also of a body that breaks off. Throws an AppFailure where it holds no picture.
 */
export function readImages(text: string, secrets: readonly string[]): ImageAnswer {
  const answers = bodiesOf(text)
  const items = answers.flatMap(({ value }) => itemsIn(value) ?? [])
  const failure = answers.map(({ value }) => (isFields(value) ? value.error : null)).find(isFailure)
  const cut = answers.find((answer) => answer.cut !== null)?.cut ?? null
  const whole = answers.every((answer) => answer.whole)
  const pieces = items.map(pieceOf)
  // the item that broke off with the body is not one of them
  if (cut !== null && pieces.at(-1)?.kind === 'nothing') pieces.pop()
  if (!pieces.some(({ kind }) => kind !== 'nothing')) {
    if (failure !== undefined) throw new AppFailure(streamError({ error: failure }, secrets))
    if (answers.length > 0 && !whole) throw new AppFailure(appError('cut_short', 'an answer that is not whole JSON'))
    if (pieces.length === 0 && answers.every(({ value }) => itemsIn(value) === null)) {
      const isPage = /^\s*<(!doctype|html)/i.test(text)
      throw new AppFailure(appError('not_a_gateway', isPage ? 'an HTML page' : 'JSON without images'))
    }
  }
  const also: AlsoSent[] = []
  for (const [index, piece] of pieces.entries())
    if (piece.kind === 'nothing') also.push({ what: 'item', text: shown(items[index]) })
  if (failure !== undefined) also.push({ what: 'text', text: shown(failure) })
  if (cut !== null) also.push({ what: 'item', text: `${cut.key ?? ''}: ${cut.text}`.slice(0, itemTextMax) })
  for (const { rest } of answers) if (rest !== '') also.push({ what: 'rest', text: rest.slice(0, alsoTextMax) })
  return {
    pieces,
    reason:
      failure === undefined ? null : gatewayMessage(streamError({ error: failure }, secrets).gatewayMessage, secrets),
    leftovers: also.length > 0 || !whole ? { also, skipped: 0 } : null,
  }
}

function bodiesOf(text: string): readonly LiberalJson[] {
  if (!beginsAsEvents(text)) {
    const read = readLiberalJson(text, { anywhere: true })
    return read === null ? [] : [read]
  }
  return eventsIn(text).flatMap(({ data }) => {
    if (data.trim() === '[DONE]') return []
    return readLiberalJson(data) ?? { value: null, strict: false, whole: false, cut: null, rest: data }
  })
}

type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFailure(error: unknown): boolean {
  return typeof error === 'string' ? error.trim() !== '' : isFields(error) && Object.values(error).some(Boolean)
}

const listNames = ['data', 'images', 'output', 'results', 'result', 'artifacts'] as const
const bytesNames = ['b64_json', 'b64', 'base64', 'image_base64', 'result'] as const
const linkNames = ['url', 'image_url', 'image', 'uri', 'link'] as const

/** The items of an answer; null where it has none of the places for them. */
function itemsIn(value: unknown, depth = 0): readonly unknown[] | null {
  if (Array.isArray(value))
    return depth > 0 || value.some((item) => isFields(item) && pieceOf(item).kind !== 'nothing') ? value : null
  if (!isFields(value)) return null
  let found: readonly unknown[] | null = null
  for (const name of listNames) {
    const list = value[name]
    if (Array.isArray(list) && list.length > 0) return list
    if (Array.isArray(list)) found ??= list
    else if (isFields(list) && depth < 3) {
      const inner = itemsIn(list, depth + 1)
      if (inner !== null) return inner
    }
  }
  if (pieceOf(value).kind !== 'nothing') return [value]
  return found
}

function pieceOf(item: unknown): ImagePiece {
  if (typeof item === 'string') return textPiece(item, null)
  if (!isFields(item)) return { kind: 'nothing', revisedPrompt: null }
  const revised = item.revised_prompt
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
  return { kind: 'nothing', revisedPrompt }
}

function textPiece(text: string, revisedPrompt: string | null): ImagePiece {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'nothing', revisedPrompt }
  if (trimmed.startsWith('data:')) return bytesPiece(trimmed, revisedPrompt)
  // what is no address and long is a picture in a field for links
  const isBase64 =
    trimmed.length > 200 && !/^[a-z][a-z+.-]{1,20}:/i.test(trimmed.slice(0, 40)) && !trimmed.startsWith('/')
  return isBase64 ? bytesPiece(trimmed, revisedPrompt) : { kind: 'link', url: trimmed, revisedPrompt }
}

function bytesPiece(text: string, revisedPrompt: string | null): ImagePiece {
  const comma = text.slice(0, 200).trimStart().startsWith('data:') ? text.indexOf(',') : -1
  return { kind: 'bytes', bytes: Buffer.from(text.slice(comma + 1), 'base64'), revisedPrompt }
}

function shown(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, itemTextMax).toWellFormed()
}
