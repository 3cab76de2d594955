import { type AppError, AppFailure, appError } from '../../shared/errors.ts'
import type { AlsoSent, Leftovers } from '../../shared/kept-answer.ts'
import { alsoTextMax } from './chat-answer.ts'
import { notAGateway, streamError } from './errors.ts'
import { beginsAsEvents, eventsIn } from './event-lines.ts'
import { failureIn, isError } from './failure-in-answer.ts'
import { type ImagePiece, isPictureBase64, pieceOf } from './image-pieces.ts'
import { type ImagePlaces, itemsReadMax, placesIn } from './image-places.ts'
import { reasonInTalk, reasonOf } from './image-reason.ts'
import { type ImageTask, imageTaskIn, isStateAddress } from './image-task.ts'
import { isFields, wordOf } from './liberal-fields.ts'
import { type LiberalJson, readLiberalJson } from './liberal-json.ts'

/** Decoded answer to an image request. */
export interface ImageAnswer {
  readonly pieces: readonly AnsweredPiece[]
  /** The gateway's reason for fewer pictures than requested; null when it gives none. */
  readonly reason: string | null
  /** Leftovers; null if everything is used. */
  readonly leftovers: Leftovers | null
  /**
   * The request that the gateway is still working on; null if it has ended. The pieces are then previews, used as the
   * result only if the final one cannot be fetched.
   */
  readonly task: ImageTask | null
}

/** A piece of an answer; one without a picture has the gateway's reason if it gives one. */
export type AnsweredPiece = ImagePiece & { readonly error?: AppError | undefined }

/** Shown part of an unreadable item, in UTF-16 units. */
const itemTextMax = 20_000
/** Maximum number of pictures used beyond the requested number; the rest stays in the kept answer. */
const surplusMax = 20
/** Maximum number of unreadable items, and of texts next to pictures, that are shown. */
const itemsShownMax = 50

/**
 * Decodes images liberally: links, base64 with and without a data prefix, under all known names, as a list or alone,
 * also from a truncated body. Images far beyond the `asked` number are ignored. Throws an AppFailure if there is no
 * picture.
 */
export function readImages(text: string, secrets: readonly string[], asked: number): ImageAnswer {
  const answers = bodiesOf(text)
  const told = answers.map(({ value }) => ({ value, task: imageTaskIn(value) })).findLast(({ task }) => task !== null)
  const places = answers.map(({ value }) => placesIn(value))
  const { items, pieces, surplus } = takenOf(
    places.flatMap((place) => place?.items ?? []),
    asked + surplusMax,
    secrets,
  )
  const refused = items.find((item) => isFields(item) && isError(item.error))
  const failure = answers.map(({ value }) => failureIn(value)).find((one) => one !== null) ?? failureIn(refused)
  const cut = answers.find((answer) => answer.cut !== null)?.cut ?? null
  const whole = answers.every((answer) => answer.whole)
  // a state followed by pictures in the same answer is outdated
  const unfinished = told?.task?.goesOn === true && told.value === answers.at(-1)?.value ? told.task : null
  if (unfinished !== null) {
    for (const [index, piece] of pieces.entries()) {
      const isNone = piece.kind === 'link' && (piece.url === unfinished.link || isStateAddress(told?.value, piece.url))
      if (isNone) pieces[index] = { kind: 'nothing', revisedPrompt: null }
    }
  }
  // the truncated item is not an error
  if (cut !== null && pieces.at(-1)?.kind === 'nothing') pieces.pop()
  if (!pieces.some(({ kind }) => kind !== 'nothing')) {
    const task = told?.task ?? null
    // a word such as "moderated" is the end of a task
    const isOver = task?.goesOn !== true && answers.some(({ value }) => reasonOf(value, secrets) !== null)
    if (task !== null && failure === null && !isOver) return { pieces: [], reason: null, leftovers: null, task }
    if (failure !== null) throw new AppFailure(streamError(failure, secrets))
    const talk = pieces.find(({ error }) => error !== undefined)?.error ?? talkOf(answers, secrets)
    if (talk !== null) throw new AppFailure(talk)
    if (answers.length > 0 && !whole) throw new AppFailure(appError('cut_short', 'an answer that is not whole JSON'))
    if (pieces.length === 0 && places.every((place) => place === null)) {
      throw new AppFailure(notAGateway(text, 'JSON without images'))
    }
  }
  const unread = items.filter((_, index) => pieces[index]?.kind === 'nothing')
  const also = [...unread, ...surplus]
    .slice(0, itemsShownMax)
    .map((item): AlsoSent => ({ what: 'item', text: shown(item) }))
  for (const words of wordsOf(places)) also.push({ what: 'text', text: words.slice(0, itemTextMax) })
  if (failure !== null && refused === undefined) also.push({ what: 'text', text: shown(failure.error ?? failure) })
  if (cut !== null) also.push({ what: 'item', text: `${cut.key ?? ''}: ${cut.text}`.slice(0, itemTextMax) })
  for (const { rest } of answers) if (rest !== '') also.push({ what: 'rest', text: rest.slice(0, alsoTextMax) })
  return {
    pieces: unfinished === null ? pieces : pieces.filter(({ kind }) => kind !== 'nothing'),
    reason:
      failure === null
        ? (pieces.find(({ error }) => error?.gatewayMessage != null)?.error?.gatewayMessage ?? null)
        : streamError(failure, secrets).gatewayMessage,
    leftovers: also.length > 0 || !whole ? { also, skipped: 0 } : null,
    task: failure === null ? unfinished : null,
  }
}

/** Returns the model's words in place of pictures, or the reason for their absence. */
function talkOf(answers: readonly LiberalJson[], secrets: readonly string[]): AppError | null {
  return answers.map(({ value }) => reasonInTalk(value, secrets)).find((one) => one !== null) ?? null
}

function wordsOf(places: readonly (ImagePlaces | null)[]): readonly string[] {
  return places.flatMap((place) => place?.words ?? []).slice(0, itemsShownMax)
}

interface Taken {
  readonly items: readonly unknown[]
  /** One piece per item. */
  readonly pieces: AnsweredPiece[]
  /** The first surplus pictures. */
  readonly surplus: readonly unknown[]
}

/** Returns the first items with at most `picturesMax` pictures, and at most as many without one. */
function takenOf(items: readonly unknown[], picturesMax: number, secrets: readonly string[]): Taken {
  const pieces: AnsweredPiece[] = []
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
    const error = piece.kind === 'nothing' ? reasonOf(item, secrets) : null
    pieces.push(error === null ? piece : { ...piece, error })
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
    const read = readLiberalJson(text, { anywhere: true }) ?? bareText(text)
    return read === null ? [] : [read]
  }
  const events = eventsIn(text).flatMap(({ data }): readonly LiberalJson[] => {
    if (data.trim() === '[DONE]') return []
    return [readLiberalJson(data) ?? { value: null, strict: false, whole: false, cut: null, rest: data }]
  })
  return joinedTalk(withoutEarlier(events))
}

/** Returns a body that is only an address or the data of a picture; null for any other. */
function bareText(text: string): LiberalJson | null {
  const bare = text.trim()
  const isPicture = /^(?:https?:\/\/[^\s<>"]{1,8000}|data:image\/)/i.exec(bare.slice(0, 8_100))?.[0]
  const isAll = isPicture !== undefined && (isPicture.startsWith('data:') || isPicture.length === bare.length)
  if (!isAll && !isPictureBase64(bare)) return null
  return { value: { url: bare }, strict: true, whole: true, cut: null, rest: '' }
}

/** Leaves out previews of pictures, and events that repeat another event's pictures. */
function withoutEarlier(events: readonly LiberalJson[]): readonly LiberalJson[] {
  const finals = events.filter(({ value }) => !(isFields(value) && /partial_image$/.test(wordOf(value.type) ?? '')))
  const found = finals.map((event) => ({ event, items: placesIn(event.value)?.items.filter(isPicture) ?? [] }))
  // nothing but previews: the last one is used
  if (!found.some(({ items }) => items.length > 0)) return events.slice(-1)
  const seen = new Set<string>()
  return found.flatMap(({ event, items }) => {
    const keys = items.map(keyOf)
    const isRepeated = keys.length > 0 && keys.every((key) => seen.has(key))
    for (const key of keys) seen.add(key)
    return isRepeated ? [] : [event]
  })
}

function isPicture(item: unknown): boolean {
  return pieceOf(item).kind !== 'nothing'
}

function keyOf(item: unknown): string {
  const piece = pieceOf(item)
  return piece.kind === 'bytes' ? Buffer.from(piece.bytes).toString('base64') : piece.kind === 'link' ? piece.url : ''
}

/** Joins the pieces of a streamed chat into one answer, because a picture in its text may span several. */
function joinedTalk(events: readonly LiberalJson[]): readonly LiberalJson[] {
  const said = events.map(({ value }) => deltaOf(value))
  if (!said.some((text) => text !== '')) return events
  const rest = events.filter((_, index) => said[index] === '')
  const value = { choices: [{ message: { content: said.join('') } }] }
  return [{ value, strict: true, whole: true, cut: null, rest: '' }, ...rest]
}

function deltaOf(value: unknown): string {
  const [choice] = isFields(value) && Array.isArray(value.choices) ? value.choices : []
  const delta: unknown = isFields(choice) ? choice.delta : null
  return isFields(delta) && typeof delta.content === 'string' && !Array.isArray(delta.images) ? delta.content : ''
}

function shown(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, itemTextMax).toWellFormed()
}

/** Returns the error of an answer without pictures. */
export function withoutPictures({ task }: ImageAnswer): AppError {
  if (task === null) return appError('empty_answer', 'an answer without pictures')
  const words = [task.word, task.id, task.link].filter((word) => word !== null).join(' ')
  return appError('image_queued', `the request waits at the gateway: ${words.slice(0, 200)}`, { status: 200 })
}
