import { AppFailure, appError } from '../../shared/errors.ts'
import type { AlsoSent, Leftovers } from '../../shared/kept-answer.ts'
import { alsoTextMax } from '../../shared/kept-answer-limits.ts'
import { externalUrlMax } from '../security/external-url.ts'
import { notAGateway, streamError } from './errors.ts'
import { beginsAsEvents, eventsIn } from './event-lines.ts'
import { failureIn, isError } from './failure-in-answer.ts'
import { isFields } from './liberal-fields.ts'
import { type LiberalJson, readLiberalJson } from './liberal-json.ts'

/** One picture of an answer, in its original form; `nothing` is an item without a picture. */
export type ImagePiece = (
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'nothing' }
) & { readonly revisedPrompt: string | null }

/** Decoded answer to an image request. */
export interface ImageAnswer {
  readonly pieces: readonly ImagePiece[]
  /** The gateway's reason for fewer pictures than requested; null when it gives none. */
  readonly reason: string | null
  /** Leftovers; null if everything is used. */
  readonly leftovers: Leftovers | null
}

const revisedPromptMax = 40_000
/** Shown part of an unreadable item, in UTF-16 units. */
const itemTextMax = 20_000
/** Most pictures used beyond the requested number; the rest stays in the kept answer. */
const surplusMax = 20
/** Most items read, and most unreadable items shown. */
const itemsReadMax = 1_000
const itemsShownMax = 50
/** A longer link would be refused when opened. */
const linkMax = externalUrlMax

/**
 * Decodes images liberally: links, base64 with and without a data prefix, under all known names, as a list or alone,
 * also from a truncated body. Images far beyond the `asked` number are ignored. Throws an AppFailure if there is no
 * picture.
 */
export function readImages(text: string, secrets: readonly string[], asked: number): ImageAnswer {
  const answers = bodiesOf(text)
  const { items, pieces, surplus } = takenOf(
    answers.flatMap(({ value }) => itemsIn(value) ?? []),
    asked + surplusMax,
  )
  const refused = items.find((item) => isFields(item) && isError(item.error))
  const failure = answers.map(({ value }) => failureIn(value)).find((one) => one !== null) ?? failureIn(refused)
  const cut = answers.find((answer) => answer.cut !== null)?.cut ?? null
  const whole = answers.every((answer) => answer.whole)
  // the truncated item is not one of them
  if (cut !== null && pieces.at(-1)?.kind === 'nothing') pieces.pop()
  if (!pieces.some(({ kind }) => kind !== 'nothing')) {
    if (failure !== null) throw new AppFailure(streamError(failure, secrets))
    if (answers.length > 0 && !whole) throw new AppFailure(appError('cut_short', 'an answer that is not whole JSON'))
    if (pieces.length === 0 && answers.every(({ value }) => itemsIn(value) === null)) {
      throw new AppFailure(notAGateway(text, 'JSON without images'))
    }
  }
  const unread = items.filter((_, index) => pieces[index]?.kind === 'nothing')
  const also = [...unread, ...surplus]
    .slice(0, itemsShownMax)
    .map((item): AlsoSent => ({ what: 'item', text: shown(item) }))
  if (failure !== null && refused === undefined) also.push({ what: 'text', text: shown(failure.error ?? failure) })
  if (cut !== null) also.push({ what: 'item', text: `${cut.key ?? ''}: ${cut.text}`.slice(0, itemTextMax) })
  for (const { rest } of answers) if (rest !== '') also.push({ what: 'rest', text: rest.slice(0, alsoTextMax) })
  return {
    pieces,
    reason: failure === null ? null : streamError(failure, secrets).gatewayMessage,
    leftovers: also.length > 0 || !whole ? { also, skipped: 0 } : null,
  }
}

interface Taken {
  readonly items: readonly unknown[]
  /** One for each item. */
  readonly pieces: ImagePiece[]
  /** The first surplus pictures. */
  readonly surplus: readonly unknown[]
}

/** The first items with at most `picturesMax` pictures, and at most as many without one. */
function takenOf(items: readonly unknown[], picturesMax: number): Taken {
  const pieces: ImagePiece[] = []
  const taken: unknown[] = []
  const surplus: unknown[] = []
  let [pictures, others] = [0, 0]
  for (const item of items.slice(0, itemsReadMax)) {
    const piece = pictures < picturesMax ? pieceOf(item) : null
    if (piece === null || (piece.kind === 'nothing' && others >= picturesMax)) {
      if (surplus.length < itemsShownMax) surplus.push(item)
      continue
    }
    if (piece.kind === 'nothing') others += 1
    else pictures += 1
    taken.push(item)
    pieces.push(piece)
  }
  return {
    items: taken,
    pieces,
    surplus:
      items.length > itemsReadMax ? [...surplus, ...items.slice(itemsReadMax, itemsReadMax + itemsShownMax)] : surplus,
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

const listNames = ['data', 'images', 'output', 'results', 'result', 'artifacts'] as const
const bytesNames = ['b64_json', 'b64', 'base64', 'image_base64', 'result'] as const
const linkNames = ['url', 'image_url', 'image', 'uri', 'link'] as const

/** Items of an answer; null when it has none of their known places. */
function itemsIn(value: unknown, depth = 0): readonly unknown[] | null {
  if (Array.isArray(value))
    return depth > 0 || value.slice(0, itemsReadMax).some((item) => isFields(item) && pieceOf(item).kind !== 'nothing')
      ? value
      : null
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

/** Reads one picture in any of its usual forms. */
export function pieceOf(item: unknown): ImagePiece {
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
  // a long text that is no URL is a picture in a link field
  const isBase64 =
    trimmed.length > 200 && !/^[a-z][a-z+.-]{1,20}:/i.test(trimmed.slice(0, 40)) && !trimmed.startsWith('/')
  if (isBase64) return bytesPiece(trimmed, revisedPrompt)
  return trimmed.length > linkMax ? { kind: 'nothing', revisedPrompt } : { kind: 'link', url: trimmed, revisedPrompt }
}

function bytesPiece(text: string, revisedPrompt: string | null): ImagePiece {
  const comma = text.slice(0, 200).trimStart().startsWith('data:') ? text.indexOf(',') : -1
  return { kind: 'bytes', bytes: Buffer.from(text.slice(comma + 1), 'base64'), revisedPrompt }
}

function shown(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, itemTextMax).toWellFormed()
}
