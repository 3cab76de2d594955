import { Image } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { needsAttention } from '../../../../shared/job-phase.ts'
import { Button } from '../../../components/Button.tsx'
import { Boundary } from '../../../components/boundary/Boundary.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ListTrouble } from '../../../components/lists/ListTrouble.tsx'
import { indexOfItem, itemAt } from '../../../components/lists/pages.ts'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { narrows } from '../filter.ts'
import { clearFilter, galleryReader } from '../gallery-actions.ts'
import { cellsInView, gridGap, heightOf, layoutFor, placeOf, scrollFor, scrollKept } from '../grid-layout.ts'
import { frontCells, pendingCells } from '../jobs.ts'
import { focusPrompt, onGridTop, rememberedGridTop, rememberGridTop } from '../studio-actions.ts'
import { useStudio } from '../studio-store.ts'
import { EndedTile } from './EndedTile.tsx'
import { gridKeys } from './grid-keys.ts'
import classes from './ImageGrid.module.css'
import { ImageTile } from './ImageTile.tsx'
import { PendingTile } from './PendingTile.tsx'

/** Running and failed jobs, and all images. Tiles have one size, so the visible ones are computed. */
export function ImageGrid() {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const [space, setSpace] = useState({ width: 0, height: 0 })
  // top row in px: scrolling within a row renders nothing
  const [top, setTop] = useState(0)
  const pages = useStudio((state) => state.pages)
  const jobs = useStudio((state) => state.jobs)
  const error = useStudio((state) => state.listError)
  const switching = useStudio((state) => state.switching)
  const selection = useStudio((state) => state.selection.ids)
  const selecting = useStudio((state) => state.selecting)
  const active = useStudio((state) => state.active)

  // a filter hides failed jobs: they are in no collection
  const narrowed = useStudio((state) => narrows(state.filter))
  const front = useMemo(() => (narrowed ? pendingCells(jobs) : frontCells(jobs)), [jobs, narrowed])
  const total = pages.total ?? 0
  const cells = front.length + total
  const tileSize = useApp((state) => state.settings.imageTileSize)
  const layout = useMemo(() => layoutFor(space.width, tileSize), [space.width, tileSize])
  const step = layout.tile + gridGap
  const { from, to } = cellsInView(layout, top, space.height, cells)
  const activeIndex = active === null ? -1 : indexOfItem(pages, active)
  const activeCell = activeIndex < 0 ? (total > 0 ? front.length : -1) : front.length + activeIndex

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const measure = () => setSpace({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const scrollTo = useCallback((to: number) => {
    if (scroller.current !== null) scroller.current.scrollTop = to
  }, [])
  useEffect(() => onGridTop(() => scrollTo(0)), [scrollTo])

  // on return, restores the scroll position and the last viewed image
  const returned = useRef(false)
  useLayoutEffect(() => {
    const element = scroller.current
    if (returned.current || element === null || space.width === 0 || pages.total === null) return
    returned.current = true
    const before = rememberedGridTop()
    const alone = document.activeElement === document.body
    const place = alone && activeIndex >= 0 ? scrollFor(layout, activeCell, before, space.height) : before
    element.scrollTop = place
    setTop(Math.floor(place / step) * step)
    if (alone && activeIndex >= 0) {
      requestAnimationFrame(() =>
        element.querySelector<HTMLElement>('[data-image][tabindex="0"]')?.focus({ preventScroll: true }),
      )
    }
  }, [space, pages.total, layout, step, activeCell, activeIndex])

  // the same pictures stay in view when tiles change their size
  const laidOut = useRef(layout)
  useLayoutEffect(() => {
    const before = laidOut.current
    laidOut.current = layout
    const element = scroller.current
    if (element === null || !returned.current || (before.tile === layout.tile && before.columns === layout.columns))
      return
    element.scrollTop = scrollKept(before, layout, rememberedGridTop())
  }, [layout])

  const first = from - front.length
  const last = to - front.length
  useEffect(() => galleryReader.showPlaces(Math.max(0, first), Math.max(0, last)), [first, last])

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
      scrollTo(scrollFor(layout, front.length + index, element.scrollTop, element.clientHeight))
      const image = itemAt(useStudio.getState().pages, index)
      const tile = image === undefined ? null : tileOf(element, image.id)
      // focused at once if mounted: the next key may come before the next frame, and may be Delete
      tile?.focus({ preventScroll: true })
      wanted.current = tile === null ? index : null
      // renders, so that the effect above runs even without scrolling
      useStudio.setState({ active: image?.id ?? null })
    },
    [layout, front.length, scrollTo],
  )

  const shown = Array.from({ length: to - from }, (_, offset) => from + offset)
  // the tile in the tab order stays mounted at any scroll position
  if (activeCell >= 0 && (activeCell < from || activeCell >= to)) shown.push(activeCell)
  const keys = new Set<string>()
  const uniqueKey = (key: string, cell: number) => {
    // while the gallery is reloading, an image can appear twice for a moment
    const unique = keys.has(key) ? `${key}:${cell}` : key
    keys.add(unique)
    return unique
  }

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      onScroll={(event) => {
        const { scrollTop } = event.currentTarget
        rememberGridTop(scrollTop)
        setTop(Math.floor(scrollTop / step) * step)
      }}
    >
      <ListTrouble
        className={classes.note}
        error={error}
        lead={t('images.listFailed')}
        onRetry={() => galleryReader.retry()}
      />
      {space.width === 0 ? null : pages.total === null && front.length === 0 ? (
        error === null ? (
          <Skeleton tile={layout.tile} columns={layout.columns} />
        ) : null
      ) : cells === 0 ? (
        <EmptyGallery />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: the tiles of a virtual grid are positioned, see ImageTile
        <div
          role="list"
          aria-label={t('images.gallery')}
          aria-busy={switching}
          className={classes.grid}
          style={{ '--tile': `${layout.tile}px`, '--height': `${heightOf(layout, cells)}px` }}
          onKeyDown={(event) =>
            gridKeys(event, {
              columns: layout.columns,
              before: front.length,
              total,
              rowsInView: Math.floor(space.height / step),
              focusIndex,
            })
          }
        >
          {shown.map((cell) => {
            const { x, y } = placeOf(layout, cell)
            const waiting = front[cell]
            if (waiting !== undefined) {
              return (
                <Boundary
                  key={waiting.key}
                  place="tile"
                  shown={waiting.job}
                  note={{ className: classes.blank, style: { '--x': `${x}px`, '--y': `${y}px` } }}
                >
                  {needsAttention(waiting.job.status) ? (
                    <EndedTile job={waiting.job} x={x} y={y} />
                  ) : (
                    <PendingTile job={waiting.job} first={waiting.first} x={x} y={y} />
                  )}
                </Boundary>
              )
            }
            const index = cell - front.length
            const image = itemAt(pages, index)
            if (image === undefined) {
              return <Blank key={uniqueKey(`blank:${index}`, cell)} x={x} y={y} />
            }
            return (
              <Boundary
                key={uniqueKey(image.id, cell)}
                place="tile"
                shown={image}
                note={{ className: classes.blank, style: { '--x': `${x}px`, '--y': `${y}px` } }}
              >
                <ImageTile
                  image={image}
                  index={index}
                  total={total}
                  side={layout.tile}
                  x={x}
                  y={y}
                  focusable={cell === activeCell}
                  selected={selection.has(image.id)}
                  selecting={selecting}
                />
              </Boundary>
            )
          })}
        </div>
      )}
    </div>
  )
}

function tileOf(grid: HTMLElement, imageId: string): HTMLElement | null {
  return grid.querySelector<HTMLElement>(`[data-image="${CSS.escape(imageId)}"]`)
}

function Blank({ x, y }: { x: number; y: number }) {
  // biome-ignore lint/a11y/useSemanticElements: an item of the virtual grid
  return <div role="listitem" className={classes.blank} style={{ '--x': `${x}px`, '--y': `${y}px` }} />
}

/** Placeholder tiles until the first answer; shown only after a delay. */
function Skeleton({ tile, columns }: { tile: number; columns: number }) {
  const layout = { tile, columns }
  return (
    <div className={`${classes.grid} ${classes.skeleton}`} style={{ '--tile': `${tile}px` }} aria-hidden="true">
      {Array.from({ length: columns * 2 }, (_, cell) => {
        const { x, y } = placeOf(layout, cell)
        return <div key={`${x} ${y}`} className={classes.blank} style={{ '--x': `${x}px`, '--y': `${y}px` }} />
      })}
    </div>
  )
}

/** The empty gallery: why it is empty, and what to do. */
function EmptyGallery() {
  const { t } = useTranslation()
  const narrowed = useStudio((state) => narrows(state.filter))
  return (
    <EmptyState
      icon={Image}
      title={narrowed ? t('images.nothingFits') : t('images.nothing')}
      hints={narrowed ? [] : [t('images.nothingHint')]}
    >
      <Button onClick={narrowed ? clearFilter : focusPrompt}>
        {narrowed ? t('images.filterClear') : t('images.nothingStart')}
      </Button>
    </EmptyState>
  )
}
