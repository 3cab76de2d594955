import { indexOfItem, itemAt, type Pages } from './pages.ts'

/** Marked ids, and the start of a range. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly anchor: string | null
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null }

/** Selects or deselects an image; the next range starts there. */
export function toggled(selection: Selection, imageId: string): Selection {
  const ids = new Set(selection.ids)
  if (!ids.delete(imageId)) ids.add(imageId)
  return { ids, anchor: imageId }
}

/** Adds a range to the selection; a further range starts at the same item. */
export function extended(selection: Selection, range: readonly string[]): Selection {
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor }
}

/** Returns the positions from one to another in either direction, both included. */
function placesBetween(a: number, b: number): readonly number[] {
  const from = Math.min(a, b)
  return Array.from({ length: Math.abs(a - b) + 1 }, (_, offset) => from + offset)
}

/**
 * Resolves to the ids between two items of a list, in either direction. Null if an end is unknown. `all` loads the ids
 * of the whole list; it is called only if the range contains items that were never loaded.
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

/** Selects exactly these items. */
export function selected(imageIds: readonly string[]): Selection {
  return { ids: new Set(imageIds), anchor: imageIds[0] ?? null }
}

/** Returns true if selecting continues after items were removed; it ends with the last selected item. */
export function staysSelecting(
  before: { readonly selecting: boolean; readonly selection: Selection },
  now: Selection,
): boolean {
  return before.selecting && (now.ids.size > 0 || before.selection.ids.size === 0)
}

/** Deselects removed images. */
export function without(selection: Selection, imageIds: readonly string[]): Selection {
  const ids = new Set(selection.ids)
  for (const id of imageIds) ids.delete(id)
  const anchor = selection.anchor !== null && ids.has(selection.anchor) ? selection.anchor : null
  return { ids, anchor }
}

/** The panel's state of the selection. */
interface Marks {
  readonly selecting: boolean
  readonly selection: Selection
}

interface MarkedList {
  /** Start of a range while nothing is marked: the item reached by keyboard. */
  readonly reached: () => string | null
  /** Ids from one item to another in either direction; null when one is unknown. */
  readonly range: (from: string, to: string) => Promise<readonly string[] | null>
  /** Ids of all matching items, seen or not. */
  readonly all: () => Promise<readonly string[]>
}

/** Returns the actions that mark items of a list. */
export function markingOf(
  store: { readonly getState: () => Marks; readonly setState: (change: Partial<Marks>) => void },
  list: MarkedList,
) {
  const toggleSelected = (id: string): void => {
    store.setState({ selecting: true, selection: toggled(store.getState().selection, id) })
  }
  return {
    /** Starts or ends selecting. */
    setSelecting: (selecting: boolean): void => store.setState({ selecting, selection: nothingSelected }),
    toggleSelected,
    /** Selects everything from the start of the range to an item. */
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
