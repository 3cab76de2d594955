import type { AppError } from '../../../shared/errors.ts'
import type { FoundItem, HistoryHit } from '../../../shared/history.ts'
import { idOf } from './item-id.ts'

/** Maximum number of hits shown for one item. */
export const hitsShown = 5

/** Results of a search so far. */
export interface SearchState {
  /** The last query, trimmed; empty is no search. */
  readonly asked: string
  /** Number of the newest search; answers to older ones are dropped. */
  readonly serial: number
  /** Query of the shown results; earlier results stay until the next answer. */
  readonly text: string
  readonly items: readonly FoundItem[]
  /** Cursor of the next page; null at the end. */
  readonly next: number | null
  /** Number of hits; one more than `hitsCountedMax` represents any higher number; null if not counted. */
  readonly total: number | null
  /** Indexed share of the content, 0 to 1. */
  readonly indexed: number
  readonly error: AppError | null
  /** True if the results combine words and meaning. */
  readonly isFused: boolean
  /** Why a semantic search fell back to words; null otherwise. */
  readonly failure: AppError | null
  /** Index of the hit reached by keyboard. */
  readonly at: number
}

export const noSearch: SearchState = {
  asked: '',
  serial: 0,
  text: '',
  items: [],
  next: null,
  total: null,
  indexed: 1,
  error: null,
  isFused: false,
  failure: null,
  at: 0,
}

interface SearchAnswer {
  readonly items: readonly FoundItem[]
  readonly next: number | null
  readonly total: number | null
  readonly indexed: number
}

export type SearchAction =
  | { readonly type: 'asked'; readonly text: string }
  | {
      readonly type: 'answered'
      readonly serial: number
      readonly answer: SearchAnswer
      readonly isFused?: boolean
      readonly failure?: AppError | null
    }
  | { readonly type: 'more'; readonly serial: number; readonly after: number; readonly answer: SearchAnswer }
  | { readonly type: 'failed'; readonly serial: number; readonly error: AppError }
  | { readonly type: 'reached'; readonly at: number }

/** Applies every change of a search; pure. An answer to an older search changes nothing. */
export function searchReducer(state: SearchState, action: SearchAction): SearchState {
  switch (action.type) {
    case 'asked':
      if (action.text === '') return { ...noSearch, serial: state.serial + 1, indexed: state.indexed }
      return { ...state, asked: action.text, serial: state.serial + 1 }
    case 'answered': {
      if (action.serial !== state.serial) return state
      const { items, ...answer } = action.answer
      const found = merged([], items)
      // a repeated search keeps the position
      const at = state.text === state.asked ? placeKept(state, found) : 0
      const { failure = null, isFused = false } = action
      return {
        ...state,
        ...answer,
        text: state.asked,
        items: found,
        error: null,
        failure,
        isFused,
        at: inside(at, found),
      }
    }
    case 'more': {
      if (action.serial !== state.serial || action.after !== state.next) return state
      const { items, next, indexed } = action.answer
      return { ...state, items: merged(state.items, items), next, indexed, error: null }
    }
    case 'failed':
      return action.serial === state.serial ? { ...state, error: action.error } : state
    case 'reached':
      return { ...state, at: inside(action.at, state.items) }
    default:
      return action satisfies never
  }
}

/** Returns true if the newest search is unanswered. */
export function isBusy({ asked, text, error }: SearchState): boolean {
  return asked !== text && error === null
}

/** Merges a later page: an item found again gets the new hits instead of a second row. */
function merged(before: readonly FoundItem[], more: readonly FoundItem[]): readonly FoundItem[] {
  const found = new Map(before.map((one) => [idOf(one.item.key), one]))
  for (const one of more) {
    const id = idOf(one.item.key)
    const known = found.get(id)
    const hits = known === undefined ? one.hits : [...known.hits, ...one.hits]
    found.set(id, { item: one.item, hits: hits.slice(0, hitsShown) })
  }
  return [...found.values()]
}

/** A keyboard stop: an item with its first hit, or a further hit of it. */
export interface Stop {
  readonly key: string
  readonly found: FoundItem
  /** The hit to open; null opens the item itself. */
  readonly hit: HistoryHit | null
  /** True if the row shows the item itself. */
  readonly head: boolean
}

/** Returns the hits in keyboard order. A hit in a title or prompt is shown by the item itself. */
export function stopsOf(items: readonly FoundItem[]): readonly Stop[] {
  return items.flatMap((found): readonly Stop[] => {
    const id = idOf(found.item.key)
    const inside = found.hits.filter(({ part }) => part === 'message' || part === 'segment')
    const [first, ...others] = inside
    return [
      { key: id, found, hit: first ?? null, head: true },
      ...others.map((hit) => ({ key: `${id} ${hit.partId}`, found, hit, head: false })),
    ]
  })
}

/** Returns the position of the selected hit in new results, which may be in a different order. */
function placeKept({ at, items }: SearchState, found: readonly FoundItem[]): number {
  const key = at === 0 ? undefined : stopsOf(items)[at]?.key
  const place = stopsOf(found).findIndex((stop) => stop.key === key)
  return place < 0 ? at : place
}

function inside(at: number, items: readonly FoundItem[]): number {
  return Math.min(Math.max(at, 0), Math.max(0, stopsOf(items).length - 1))
}
