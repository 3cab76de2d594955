import { type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { focusMounted } from './focus-mounted.ts'

interface ListedItem {
  /** `section` for a heading, which takes no focus. */
  readonly kind: string
  readonly key: string
}

type Row<Item> = Exclude<Item, { readonly kind: 'section' }>

interface RowKeysParts<Item extends ListedItem> {
  readonly items: readonly Item[]
  readonly list: RefObject<HTMLElement | null>
  /** Name of the data attribute of a row's focusable element; its value is the row's key. */
  readonly attribute: string
  /** Key of the row in the tab order until another is reached; null for none. */
  readonly usual: string | null
}

/** A key press on a row. */
interface RowPress<Item> {
  /** The row in the tab order; null if it is not listed. */
  readonly row: Row<Item> | null
  /** The row that the key moved the focus to; null for a key that moves nothing. */
  readonly moved: Row<Item> | null
  /** Focuses the next row, or the one before the last, for a row that was removed. */
  readonly focusNeighbour: () => void
}

interface RowKeys<Item> {
  readonly virtual: RefObject<VirtualizerHandle | null>
  /** Key of the row in the tab order; it stays mounted at any scroll position. */
  readonly rowId: string | null
  readonly keepMounted: readonly number[]
  readonly reach: (key: string) => void
  /** Moves the focus on arrows, Home and End. Returns null for a press outside rows. */
  readonly press: (event: KeyboardEvent) => RowPress<Item> | null
}

/** Moves the focus between the rows of a virtual list with headings. */
export function useRowKeys<Item extends ListedItem>(parts: RowKeysParts<Item>): RowKeys<Item> {
  const { attribute, items, list, usual } = parts
  const virtual = useRef<VirtualizerHandle>(null)
  const [active, reach] = useState<string | null>(null)
  const rowId = items.some(({ key }) => key === active) ? active : usual
  const rowIndex = items.findIndex(({ key }) => key === rowId)

  // key of the row to focus; a later one ends the wait for an earlier one
  const wanted = useRef<string | null>(null)
  const focusRow = useCallback(
    (key: string, index: number) => {
      reach(key)
      virtual.current?.scrollToIndex(index, { align: 'nearest' })
      wanted.current = key
      // at once if it is mounted, because the next key may come before the next frame
      focusMounted(() =>
        wanted.current === key
          ? (list.current?.querySelector<HTMLElement>(`[data-${attribute}="${CSS.escape(key)}"]`) ?? null)
          : null,
      )
    },
    [attribute, list],
  )

  const press = (event: KeyboardEvent): RowPress<Item> | null => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset[attribute] === undefined) return null
    const rows = items.flatMap((item, index) => (isRow(item) ? [{ item, index }] : []))
    const at = rows.findIndex(({ item }) => item.key === rowId)
    const jump = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    const target = jump === undefined ? undefined : rows[Math.min(Math.max(jump, 0), rows.length - 1)]
    if (target !== undefined) {
      event.preventDefault()
      focusRow(target.item.key, target.index)
    }
    const neighbour = rows[at + 1] ?? rows[at - 1]
    return {
      row: rows[at]?.item ?? null,
      moved: target?.item ?? null,
      focusNeighbour: () => neighbour !== undefined && focusRow(neighbour.item.key, neighbour.index),
    }
  }
  return { virtual, rowId, keepMounted: rowIndex < 0 ? [] : [rowIndex], reach, press }
}

function isRow<Item extends ListedItem>(item: Item): item is Row<Item> {
  return item.kind !== 'section'
}
