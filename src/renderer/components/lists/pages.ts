/** Items per page of a list. */
export const itemsPerPage = 200

interface Item {
  readonly id: string
}

interface Page<T extends Item> {
  readonly items: readonly T[]
  /** Generation of the list in which the page was read. */
  readonly generation: number
}

/** The known part of a long list in main: pages by number, and the number of all items. */
export interface Pages<T extends Item> {
  readonly pages: ReadonlyMap<number, Page<T>>
  /** Number of items in the list; null before the first answer. */
  readonly total: number | null
  readonly generation: number
}

export const noPages: Pages<never> = { pages: new Map(), total: null, generation: 0 }

/** Returns the item at a position; undefined if it has not been read. */
export function itemAt<T extends Item>(state: Pages<T>, index: number): T | undefined {
  return state.pages.get(Math.floor(index / itemsPerPage))?.items[index % itemsPerPage]
}

/** Returns those of the first `count` items that have been read. */
export function itemsAtTop<T extends Item>(state: Pages<T>, count: number): readonly T[] {
  return state.pages.get(0)?.items.slice(0, count) ?? []
}

/** Returns the position of an item that has been read; -1 for any other. */
export function indexOfItem<T extends Item>(state: Pages<T>, id: string): number {
  for (const [number, page] of state.pages) {
    const at = page.items.findIndex((item) => item.id === id)
    if (at >= 0) return number * itemsPerPage + at
  }
  return -1
}

/** Returns the pages to read for the positions from `from` up to, but without, `to`. */
export function pagesToRead<T extends Item>(state: Pages<T>, from: number, to: number): readonly number[] {
  const end = state.total === null ? to : Math.min(to, state.total)
  const first = Math.floor(Math.max(from, 0) / itemsPerPage)
  // an unknown or empty list is read from its beginning
  const last = Math.max(first, Math.ceil(end / itemsPerPage) - 1)
  const wanted: number[] = []
  for (let number = first; number <= last; number++) {
    if (state.pages.get(number)?.generation !== state.generation) wanted.push(number)
  }
  return wanted
}

/** The number and generation of a page being read. */
export interface Reading {
  readonly number: number
  readonly generation: number
}

/**
 * Stores a page of results. An older reading never replaces a newer one. An item that is the `same` as before keeps its
 * object, so that it is not rendered again.
 */
export function withPage<T extends Item>(
  state: Pages<T>,
  { number, generation }: Reading,
  items: readonly T[],
  total: number,
  same: (before: T, now: T) => boolean,
): Pages<T> {
  const known = state.pages.get(number)
  if (known !== undefined && known.generation > generation) return state
  const pages = new Map(state.pages)
  pages.set(number, { items: sameWhereEqual(known?.items ?? [], items, same), generation })
  // pages beyond the end are dropped
  for (const other of pages.keys()) if (other * itemsPerPage >= total && other !== number) pages.delete(other)
  return { ...state, pages, total }
}

/** Marks all pages as outdated; they stay visible until they are read again. */
export function outdated<T extends Item>(state: Pages<T>): Pages<T> {
  return { ...state, generation: state.generation + 1 }
}

/** Changes items optimistically, before main answers. */
export function withChange<T extends Item>(
  state: Pages<T>,
  ids: ReadonlySet<string>,
  change: (item: T) => T,
): Pages<T> {
  const pages = new Map(
    [...state.pages].map(([number, page]) => [
      number,
      page.items.some((item) => ids.has(item.id))
        ? { ...page, items: page.items.map((item) => (ids.has(item.id) ? change(item) : item)) }
        : page,
    ]),
  )
  return { ...state, pages }
}

function sameWhereEqual<T extends Item>(
  before: readonly T[],
  now: readonly T[],
  same: (before: T, now: T) => boolean,
): readonly T[] {
  const known = new Map(before.map((item) => [item.id, item]))
  return now.map((item) => {
    const old = known.get(item.id)
    return old !== undefined && same(old, item) ? old : item
  })
}
