import { indexOfItem, itemAt, type Pages } from './pages.ts'

/** Marked ids, and the start of a range. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly anchor: string | null
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null }

/** Marks an image, or takes its mark away; the next range begins there. */
export function toggled(selection: Selection, imageId: string): Selection {
  const ids = new Set(selection.ids)
  if (!ids.delete(imageId)) ids.add(imageId)
  return { ids, anchor: imageId }
}

/** Marks a range as well; it goes on from where it began. */
export function extended(selection: Selection, range: readonly string[]): Selection {
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor }
}

/** The places from one to another, in either direction, both included. */
function placesBetween(a: number, b: number): readonly number[] {
  const from = Math.min(a, b)
  return Array.from({ length: Math.abs(a - b) + 1 }, (_, offset) => from + offset)
}

/**
 * Ids between two items of a list, in either direction. Null if an end is unknown. `all` loads the ids of the whole
 * list; it is called only if the range contains items that were never loaded.
 */
export async function listedRange<T extends { readonly id: string }>(
  pages: Pages<T>,
  from: string,
  to: string,
  all: () => Promise<readonly string[]>,
): Promise<readonly string[] | null> {
  const [a, b] = [indexOfItem(pages, from), indexOfItem(pages, to)]
  if (a < 0 || b < 0) return null
  const places = placesBetween(a, b)
  const known = places.map((place) => itemAt(pages, place)?.id)
  const ids = known.filter((id) => id !== undefined)
  return ids.length === known.length ? ids : (await all()).slice(Math.min(a, b), Math.max(a, b) + 1)
}

/** Marks exactly these. */
export function selected(imageIds: readonly string[]): Selection {
  return { ids: new Set(imageIds), anchor: imageIds[0] ?? null }
}

/** Whether marking goes on after marked items are gone: not once the last of them is. */
export function staysSelecting(
  before: { readonly selecting: boolean; readonly selection: Selection },
  now: Selection,
): boolean {
  return before.selecting && (now.ids.size > 0 || before.selection.ids.size === 0)
}

/** Forgets the marks of images that are gone. */
export function without(selection: Selection, imageIds: readonly string[]): Selection {
  const ids = new Set(selection.ids)
  for (const id of imageIds) ids.delete(id)
  const anchor = selection.anchor !== null && ids.has(selection.anchor) ? selection.anchor : null
  return { ids, anchor }
}

/** The part of a panel's state that marking changes. */
interface Marks {
  readonly selecting: boolean
  readonly selection: Selection
}

interface MarkedList {
  /** Start of a range while nothing is marked: the item the keys have reached. */
  readonly reached: () => string | null
  /** The ids from one to another, in either direction; null where one of them is not known. */
  readonly range: (from: string, to: string) => Promise<readonly string[] | null>
  /** All that fit the filter, seen or not. */
  readonly all: () => Promise<readonly string[]>
}

/** Actions that mark items of a list. */
export function markingOf(
  store: { readonly getState: () => Marks; readonly setState: (change: Partial<Marks>) => void },
  list: MarkedList,
) {
  const toggleSelected = (id: string): void => {
    store.setState({ selecting: true, selection: toggled(store.getState().selection, id) })
  }
  return {
    /** Begins or ends marking. */
    setSelecting: (selecting: boolean): void => store.setState({ selecting, selection: nothingSelected }),
    toggleSelected,
    /** Marks everything from where the marking began up to an item. */
    selectUpTo: async (id: string): Promise<void> => {
      const from = store.getState().selection.anchor ?? list.reached()
      const ids = from === null ? null : await list.range(from, id)
      if (ids === null) {
        toggleSelected(id)
        return
      }
      store.setState({ selecting: true, selection: { ...extended(store.getState().selection, ids), anchor: from } })
    },
    selectAll: async (): Promise<void> => {
      const ids = await list.all()
      if (ids.length > 0) store.setState({ selecting: true, selection: selected(ids) })
    },
  }
}
