import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { AppError } from '../../../shared/errors.ts'
import { focusMounted } from '../lists/focus-mounted.ts'
import type { ListReader, ListState } from '../lists/list-reader.ts'
import { indexOfItem, itemAt } from '../lists/pages.ts'

/** Layout of a list for its width. */
export interface PagedLayout {
  /** Items per row; 0 while the width is unknown. */
  readonly columns: number
  /** Height of an unmeasured row, in px. */
  readonly rowHeight: number
  /** Another key measures all rows anew. */
  readonly key: string | number
}

/** State of a panel with a list. */
interface PagedState<T extends { readonly id: string }> extends ListState<T> {
  /** Id of the item in the tab order. */
  readonly active: string | null
}

/** The part of a panel's store that its list reads and writes. */
interface PagedStore<T extends { readonly id: string }> {
  <U>(select: (state: PagedState<T>) => U): U
  readonly setState: (change: Pick<PagedState<T>, 'active'>) => void
}

interface PagedListParts<T extends { readonly id: string }> {
  readonly reader: ListReader<T>
  readonly store: PagedStore<T>
  /** Returns the layout for a width in px. */
  readonly layoutOf: (width: number) => PagedLayout
  /** Name of the attribute with an item's id, on the element that takes its focus. */
  readonly idAttribute: `data-${string}`
  /** The scroll position in px. It outlives the list, and nothing renders it. */
  readonly place: { top: number }
  /** True to focus the active item on return, if nothing else has the focus. */
  readonly isFocusedOnReturn: boolean
}

/** A virtual list of pages: the displayed rows, and functions to move in it. */
export interface PagedWindow extends PagedLayout {
  /** True before the first answer. */
  readonly isUnread: boolean
  readonly isSwitching: boolean
  readonly error: AppError | null
  readonly retry: () => void
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly measured: RefObject<HTMLDivElement | null>
  readonly virtual: RefObject<VirtualizerHandle | null>
  readonly total: number
  readonly rows: number
  /** Position of the item in the tab order; -1 for none. */
  readonly activeIndex: number
  readonly onScroll: (offset: number) => void
  /** Scrolls to an item and focuses it once it is loaded and mounted. */
  readonly focusIndex: (index: number, align?: 'nearest' | 'start') => void
  readonly scrollToTop: () => void
}

/**
 * Reads the visible part of a list, restores its scroll position, and moves the focus in it. The functions given must
 * not change between renders, except `layoutOf`.
 */
export function usePagedList<T extends { readonly id: string }>(parts: PagedListParts<T>): PagedWindow {
  const { idAttribute, isFocusedOnReturn, layoutOf, place, reader, store: useStore } = parts
  const pages = useStore((state) => state.pages)
  const active = useStore((state) => state.active)
  const error = useStore((state) => state.listError)
  const isSwitching = useStore((state) => state.switching)
  const scroller = useRef<HTMLDivElement>(null)
  const measured = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const [width, setWidth] = useState(0)
  const layout = layoutOf(width)
  const { columns } = layout
  const total = pages.total ?? 0
  const rows = columns === 0 ? 0 : Math.ceil(total / columns)
  const activeIndex = active === null ? -1 : indexOfItem(pages, active)

  // the list is as wide as its scroller, which is there from the start, less the padding
  useLayoutEffect(() => {
    const element = measured.current
    if (element === null) return undefined
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const look = useCallback(() => {
    const list = virtual.current
    if (list === null || columns === 0) return
    const from = list.findItemIndex(list.scrollOffset)
    const to = list.findItemIndex(list.scrollOffset + list.viewportSize)
    reader.showPlaces(from * columns, (to + 1) * columns)
  }, [columns, reader])
  useEffect(look, [look])

  // the item to focus once it is mounted
  const wanted = useRef<number | null>(null)
  const focusWanted = useCallback(() => {
    const list = scroller.current
    if (list === null || wanted.current === null) return
    const idNow = () => (wanted.current === null ? undefined : itemAt(reader.pages, wanted.current)?.id)
    focusMounted(
      () => {
        const id = idNow()
        return id === undefined ? null : list.querySelector<HTMLElement>(`[${idAttribute}="${CSS.escape(id)}"]`)
      },
      () => {
        useStore.setState({ active: idNow() ?? null })
        wanted.current = null
      },
    )
  }, [idAttribute, reader, useStore])
  useEffect(focusWanted)
  const focusIndex = useCallback(
    (index: number, align: 'nearest' | 'start' = 'nearest') => {
      wanted.current = index
      virtual.current?.scrollToIndex(Math.floor(index / Math.max(1, columns)), { align })
      useStore.setState({ active: itemAt(reader.pages, index)?.id ?? null })
      focusWanted()
    },
    [columns, focusWanted, reader, useStore],
  )

  const returned = useRef(false)
  useLayoutEffect(() => {
    if (returned.current || rows === 0) return
    returned.current = true
    virtual.current?.scrollTo(place.top)
    if (isFocusedOnReturn && activeIndex >= 0 && document.activeElement === document.body) focusIndex(activeIndex)
  }, [rows, place, isFocusedOnReturn, activeIndex, focusIndex])

  const onScroll = useCallback(
    (offset: number) => {
      place.top = offset
      look()
    },
    [look, place],
  )
  const scrollToTop = useCallback(() => virtual.current?.scrollTo(0), [])
  const retry = useCallback(() => reader.retry(), [reader])
  const state = { isUnread: pages.total === null, isSwitching, error, retry }
  const refs = { scroller, measured, virtual }
  return { ...layout, ...state, ...refs, total, rows, activeIndex, onScroll, focusIndex, scrollToTop }
}
