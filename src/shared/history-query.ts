import { folded } from './folded-text.ts'
import { type HistoryKind, historyKinds, searchLengthMax } from './history-limits.ts'

/** A search as it is understood. */
export interface HistoryQuery {
  /** Folded; each must occur. What was in quotes is one, with its spaces. */
  readonly words: readonly string[]
  /** Folded; none may occur. */
  readonly without: readonly string[]
  readonly kinds: readonly HistoryKind[]
  /** Folded parts of model names; one of them must occur in the model's. */
  readonly models: readonly string[]
  /** Who said it: the person or a model; null for either. */
  readonly from: 'user' | 'assistant' | null
  /** ms since 1970: earlier than `before`, and from `after` on. */
  readonly before: number | null
  readonly after: number | null
}

const nothing: HistoryQuery = {
  words: [],
  without: [],
  kinds: [],
  models: [],
  from: null,
  before: null,
  after: null,
}

/** Text as it is indexed: folded, and every run of white space one space. */
export function searchable(text: string): string {
  return folded(text).replaceAll('\0', '').replace(/\s+/g, ' ').trim()
}

// a minus, the name of an operator, and then something in quotes (which need not be closed) or up to the next space
const parts = /(-?)(?:(model|kind|from|before|after):)?(?:"([^"]*)"?|(\S+))/giu

/**
 * Reads a search: words, "phrases", `-without`, `model:`, `kind:`, `from:` (me or a model), `before:` and `after:`
 * (2026, 2026-11 or 2026-11-21, in this computer's time). What an operator does not understand is looked for as it stands.
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
  const { words, without, kinds, models, from, before, after } = query
  return [words, without, kinds, models].every(({ length }) => length === 0) && (from ?? before ?? after) === null
}
