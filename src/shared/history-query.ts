import { folded } from './folded-text.ts'
import type { HistoryFilter } from './history.ts'
import { type HistoryKind, type HistoryState, historyKinds, searchLengthMax } from './history-limits.ts'

/** A search as it is understood. */
export interface HistoryQuery {
  /** Folded; each must occur. What was in quotes is one, with its spaces. */
  readonly words: readonly string[]
  /** Folded; none may occur. */
  readonly without: readonly string[]
  readonly kinds: readonly HistoryKind[]
  /** Folded parts of model names; one of them must occur in the model's. */
  readonly models: readonly string[]
  /** One of them must be the item's. */
  readonly states: readonly HistoryState[]
  /** Only items with pictures, sound or video, and only favourites. */
  readonly withMedia: boolean
  readonly pinned: boolean
  /** Who said it: the person or a model; null for either. */
  readonly from: 'user' | 'assistant' | null
  /** ms since 1970: earlier than `before`, and from `after` on. */
  readonly before: number | null
  readonly after: number | null
}

/** Narrows nothing: every item outside the archive and the bin. */
export const everything: HistoryFilter = {
  kinds: [],
  models: [],
  connectionIds: [],
  tags: [],
  states: [],
  from: null,
  to: null,
  pinned: false,
  withMedia: false,
  place: 'here',
}

const nothing: HistoryQuery = {
  words: [],
  without: [],
  kinds: [],
  models: [],
  states: [],
  withMedia: false,
  pinned: false,
  from: null,
  before: null,
  after: null,
}

/** Text as it is indexed: folded, every run of white space one space, and half a character what the database makes of it. */
export function searchable(text: string): string {
  return folded(text.toWellFormed()).replaceAll('\0', '').replace(/\s+/g, ' ').trim()
}

// a minus, the name of an operator, and then something in quotes (which need not be closed) or up to the next space
const parts = /(-?)(?:(model|kind|from|before|after|state|has|is):)?(?:"([^"]*)"?|(\S+))/giu

/**
 * Parses a search: words, "phrases", `-without`, `model:`, `kind:`, `state:` (running, done or failed), `has:media`,
 * `is:favourite`, `from:` (me or a model), `before:` and `after:` (2026, 2026-11 or 2026-11-21, in local time). An
 * operator with an unknown value is searched as text.
 */
export function readQuery(text: string): HistoryQuery {
  return [...text.slice(0, searchLengthMax).matchAll(parts)].reduce(taken, nothing)
}

function taken(query: HistoryQuery, [whole, minus, name, quoted, plain]: RegExpMatchArray): HistoryQuery {
  const value = searchable(quoted ?? plain ?? '')
  const operated = name === undefined || minus === '-' ? null : operate(query, name.toLowerCase(), value)
  if (operated !== null) return operated
  const word = name === undefined ? value : searchable(whole.replace(/^-/, '').replaceAll('"', ''))
  if (word === '') return query
  const list = minus === '-' ? 'without' : 'words'
  return query[list].includes(word) ? query : { ...query, [list]: [...query[list], word] }
}

/** The query with what an operator says; null where it does not understand its value. */
function operate(query: HistoryQuery, name: string, value: string): HistoryQuery | null {
  switch (name) {
    case 'model':
      return value === '' ? null : { ...query, models: [...query.models, value] }
    case 'kind': {
      const kind = kindNames.get(value)
      return kind === undefined ? null : { ...query, kinds: [...query.kinds, kind] }
    }
    case 'state': {
      const state = stateNames.get(value)
      return state === undefined ? null : { ...query, states: [...query.states, state] }
    }
    case 'has':
      return mediaNames.has(value) ? { ...query, withMedia: true } : null
    case 'is':
      return favouriteNames.has(value) ? { ...query, pinned: true } : null
    case 'from': {
      const from = speakers.get(value)
      return from === undefined ? null : { ...query, from }
    }
    case 'before':
    case 'after': {
      const at = momentOf(value)
      return at === null ? null : { ...query, [name]: at }
    }
    default:
      return null
  }
}

const kindNames: ReadonlyMap<string, HistoryKind> = new Map([
  ...historyKinds.map((kind) => [kind, kind] as const),
  ['chats', 'chat'],
  ['对话', 'chat'],
  ['images', 'image'],
  ['图像', 'image'],
  ['图片', 'image'],
  ['transcripts', 'transcript'],
  ['转写', 'transcript'],
  ['videos', 'video'],
  ['视频', 'video'],
])

const stateNames: ReadonlyMap<string, HistoryState> = new Map([
  ['running', 'running'],
  ['waiting', 'running'],
  ['进行中', 'running'],
  ['done', 'done'],
  ['finished', 'done'],
  ['完成', 'done'],
  ['已完成', 'done'],
  ['failed', 'troubled'],
  ['stopped', 'troubled'],
  ['失败', 'troubled'],
  ['中止', 'troubled'],
])

const mediaNames: ReadonlySet<string> = new Set(['media', '媒体'])
const favouriteNames: ReadonlySet<string> = new Set(['favourite', 'favorite', 'pinned', '收藏'])

const speakers: ReadonlyMap<string, 'user' | 'assistant'> = new Map([
  ['me', 'user'],
  ['user', 'user'],
  ['我', 'user'],
  ['model', 'assistant'],
  ['assistant', 'assistant'],
  ['模型', 'assistant'],
])

/** The beginning of a year, a month or a day in this computer's time; null for what is none. */
function momentOf(text: string): number | null {
  const match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text)
  if (match === null) return null
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)]
  const date = new Date(year, month - 1, day)
  const isReal = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day
  return isReal ? date.getTime() : null
}

/** Whether a search asks for nothing. */
export function isEmpty(query: HistoryQuery): boolean {
  const { words, without, kinds, models, states, withMedia, pinned, from, before, after } = query
  const lists = [words, without, kinds, models, states]
  return lists.every(({ length }) => length === 0) && !withMedia && !pinned && (from ?? before ?? after) === null
}
