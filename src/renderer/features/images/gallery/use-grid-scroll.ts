import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ImageSummary } from '../../../../shared/image.ts'
import { indexOfItem, itemAt, type Pages } from '../../../components/lists/pages.ts'
import { type Anchor, anchorAt, type GridLayout, rowTop, scrollFor, scrollKept } from '../grid-layout.ts'
import { onGridTop, rememberedGridTop, rememberGridTop } from '../studio-actions.ts'
import { studio, useStudio } from '../studio-store.ts'

interface GridScroll {
  /** Top of the first visible row, in px: scrolling within a row renders nothing. */
  readonly top: number
  readonly onScroll: (scrollTop: number) => void
  /** Shows and focuses an image by its position in the list. */
  readonly focusIndex: (index: number) => void
}

interface GridPlace {
  readonly layout: GridLayout
  readonly height: number
  readonly pages: Pages<ImageSummary>
  /** Number of cells before the first image. */
  readonly before: number
  /** The cell in the tab order; -1 without one. */
  readonly activeCell: number
  /** True once the width and the list are known. */
  readonly isReady: boolean
}

/** Scrolls the grid, keeps its place when the layout changes, and restores it when the panel is opened again. */
export function useGridScroll(scroller: RefObject<HTMLDivElement | null>, grid: GridPlace): GridScroll {
  const { layout, height, pages, before, activeCell, isReady } = grid
  const [top, setTop] = useState(0)
  const anchor = useRef<(Anchor & { readonly imageId: string | null }) | null>(null)
  // scroll position set to keep the anchor, which its scroll event must not replace
  const keptTop = useRef<number | null>(null)

  useEffect(
    () =>
      onGridTop(() => {
        anchor.current = null
        if (scroller.current !== null) scroller.current.scrollTop = 0
      }),
    [scroller],
  )

  // on return, restores the scroll position and the last viewed image
  const returned = useRef(false)
  useLayoutEffect(() => {
    const element = scroller.current
    if (returned.current || element === null || !isReady) return
    returned.current = true
    const remembered = rememberedGridTop()
    const alone = document.activeElement === document.body
    const hasActive = indexOfItem(pages, studio().active ?? '') >= 0
    const place = alone && hasActive ? scrollFor(layout, activeCell, remembered, height) : remembered
    element.scrollTop = place
    setTop(rowTop(layout, place))
    if (alone && hasActive) {
      requestAnimationFrame(() =>
        element.querySelector<HTMLElement>('[data-image][tabindex="0"]')?.focus({ preventScroll: true }),
      )
    }
  }, [scroller, isReady, layout, height, pages, activeCell])

  // the same pictures stay in view when tiles change their size, or pictures come and go above them
  const laidOut = useRef(layout)
  useLayoutEffect(() => {
    const element = scroller.current
    if (laidOut.current === layout || element === null) return
    laidOut.current = layout
    const held = anchor.current
    if (held === null || !returned.current) return
    const index = held.imageId === null ? -1 : indexOfItem(studio().pages, held.imageId)
    element.scrollTop = scrollKept(layout, index < 0 ? held : { ...held, cell: before + index })
    keptTop.current = element.scrollTop
    setTop(rowTop(layout, element.scrollTop))
  }, [scroller, layout, before])

  // the image to focus once it is loaded
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    const index = wanted.current
    const image = index === null ? undefined : itemAt(pages, index)
    if (index === null || image === undefined) return
    wanted.current = null
    useStudio.setState({ active: image.id })
    requestAnimationFrame(() => {
      if (scroller.current !== null) tileOf(scroller.current, image.id)?.focus({ preventScroll: true })
    })
  })

  const focusIndex = useCallback(
    (index: number) => {
      const element = scroller.current
      if (element === null) return
      element.scrollTop = scrollFor(layout, before + index, element.scrollTop, element.clientHeight)
      const image = itemAt(studio().pages, index)
      const tile = image === undefined ? null : tileOf(element, image.id)
      // focused at once if mounted: the next key may come before the next frame, and may be Delete
      tile?.focus({ preventScroll: true })
      wanted.current = tile === null ? index : null
      // renders, so that the effect above runs even without scrolling
      useStudio.setState({ active: image?.id ?? null })
    },
    [scroller, layout, before],
  )

  const onScroll = useCallback(
    (scrollTop: number) => {
      rememberGridTop(scrollTop)
      setTop(rowTop(layout, scrollTop))
      if (scrollTop === keptTop.current) return
      keptTop.current = null
      const first = anchorAt(layout, scrollTop)
      const imageId = first === null ? null : (itemAt(studio().pages, first.cell - before)?.id ?? null)
      anchor.current = first === null ? null : { ...first, imageId }
    },
    [layout, before],
  )

  return { top, onScroll, focusIndex }
}

function tileOf(grid: HTMLElement, imageId: string): HTMLElement | null {
  return grid.querySelector<HTMLElement>(`[data-image="${CSS.escape(imageId)}"]`)
}
