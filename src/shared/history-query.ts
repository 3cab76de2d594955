import { caseFolded, folded } from './folded-text.ts'
import type { HistoryFilter } from './history.ts'
import { type HistoryKind, type HistoryState, historyKinds, searchLengthMax } from './history-limits.ts'

/** A parsed search. */
export interface HistoryQuery {
  /** Folded words that must all occur. A quoted phrase is one entry, with its spaces. */
  readonly words: readonly string[]
  /**
   * Forms of the words in texts whose accents are not folded yet (`refolding.ts`), by the folded word; absent if there
   * are none.
   */
  readonly older?: ReadonlyMap<string, string>
  /** Folded words that must not occur. */
  readonly without: readonly string[]
  readonly kinds: readonly HistoryKind[]
  /** Folded parts of model names; the item's model must contain at least one. */
  readonly models: readonly string[]
  /** The item must have one of these states. */
  readonly states: readonly HistoryState[]
  /** Limits the search to items with pictures, sound or video; `pinned` to favourites. */
  readonly withMedia: boolean
  readonly pinned: boolean
  /** Author of the message: the user or a model; null for either. */
  readonly from: 'user' | 'assistant' | null
  /** Bounds in ms since 1970; `before` is exclusive, `after` inclusive. */
  readonly before: number | null
  readonly after: number | null
}

/** A filter that matches every item outside the archive and the bin. */
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

/**
 * Normalises text for the index: folds it, collapses white space, and replaces lone surrogates as the database does.
 */
export function searchable(text: string): string {
  return spaced(folded(text.toWellFormed()))
}

/** Normalises text as `searchable` does, but keeps accents, as in an index before version 24. */
export function olderSearchable(text: string): string {
  return spaced(caseFolded(text.toWellFormed()))
}

function spaced(text: string): string {
  return text.replaceAll('\0', '').replace(/\s+/g, ' ').trim()
}

// an optional minus, an optional operator, then a quoted phrase (the closing quote may be missing) or a word up to the
// next space
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
  const value = quoted ?? plain ?? ''
  const operated =
    name === undefined || minus === '-' ? null : operate(query, name.toLowerCase(), olderSearchable(value))
  if (operated !== null) return operated
  const typed = name === undefined ? value : whole.replace(/^-/, '').replaceAll('"', '')
  const [word, older] = [searchable(typed), olderSearchable(typed)]
  if (word === '') return query
  const list = minus === '-' ? 'without' : 'words'
  const forms = word === older ? {} : { older: new Map([...(query.older ?? []), [word, older]]) }
  return query[list].includes(word) ? query : { ...query, ...forms, [list]: [...query[list], word] }
}

/** Applies an operator to the query; null when its value is unknown. */
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

/** Returns the start of a year, month or day in local time; null for any other text. */
function momentOf(text: string): number | null {
  const match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text)
  if (match === null) return null
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)]
  const date = new Date(year, month - 1, day)
  const isReal = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day
  return isReal ? date.getTime() : null
}

/** Returns true if a search has no condition. */
export function isEmpty(query: HistoryQuery): boolean {
  const { words, without, kinds, models, states, withMedia, pinned, from, before, after } = query
  const lists = [words, without, kinds, models, states]
  return lists.every(({ length }) => length === 0) && !withMedia && !pinned && (from ?? before ?? after) === null
}
