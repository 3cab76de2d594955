import { Image } from 'lucide-react'
import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
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
import { type Cell, cellsInView, type GridLayout, gridPadding, layoutFor } from '../grid-layout.ts'
import { frontCells, pendingCells } from '../jobs.ts'
import { focusPrompt } from '../studio-actions.ts'
import { useStudio } from '../studio-store.ts'
import { EndedTile } from './EndedTile.tsx'
import { gridKeys } from './grid-keys.ts'
import classes from './ImageGrid.module.css'
import { ImageTile } from './ImageTile.tsx'
import { PendingTile } from './PendingTile.tsx'
import { useGridScroll } from './use-grid-scroll.ts'

/** Running and failed jobs, and all images, in rows that fill the width. Only the visible tiles are mounted. */
export function ImageGrid() {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const [space, setSpace] = useState({ width: 0, height: 0 })
  const pages = useStudio((state) => state.pages)
  const ratios = useStudio((state) => state.ratios)
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
  const wanted = useApp((state) => state.settings.imageTileSize)
  const layout = useMemo(() => {
    const listed = Array.from({ length: total }, (_, index) => ratios[index] ?? 1)
    return layoutFor(space.width, wanted, [...front.map(({ ratio }) => ratio), ...listed])
  }, [space.width, wanted, front, ratios, total])
  const activeIndex = active === null ? -1 : indexOfItem(pages, active)
  const activeCell = activeIndex < 0 ? (total > 0 ? front.length : -1) : front.length + activeIndex

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const measure = () => {
      const { clientHeight, clientWidth, offsetWidth } = element
      // the room of the scroll bar is part of the padding, as long as that is wider
      setSpace({ width: clientWidth + Math.min(offsetWidth - clientWidth, gridPadding), height: clientHeight })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const { top, onScroll, focusIndex } = useGridScroll(scroller, {
    layout,
    height: space.height,
    pages,
    before: front.length,
    activeCell,
    isReady: space.width > 0 && pages.total !== null,
  })
  const { from, to } = cellsInView(layout, top, space.height)
  const first = from - front.length
  const last = to - front.length
  useEffect(() => galleryReader.showPlaces(Math.max(0, first), Math.max(0, last)), [first, last])
  const column = useRef<{ readonly cell: number; readonly column: number | null } | null>(null)

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
    <div ref={scroller} className={classes.scroller} onScroll={(event) => onScroll(event.currentTarget.scrollTop)}>
      <ListTrouble
        className={classes.note}
        error={error}
        lead={t('images.listFailed')}
        onRetry={() => galleryReader.retry()}
      />
      {space.width === 0 ? null : pages.total === null && front.length === 0 ? (
        error === null ? (
          <Skeleton layout={layoutFor(space.width, wanted, skeletonRatios)} />
        ) : null
      ) : layout.cells.length === 0 ? (
        <EmptyGallery />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: the tiles of a virtual grid are positioned, see ImageTile
        <div
          role="list"
          aria-label={t('images.gallery')}
          aria-busy={switching}
          className={classes.grid}
          style={{ '--rows': `${layout.height}px` }}
          onKeyDown={(event) =>
            gridKeys(event, { layout, before: front.length, total, view: space.height, column, focusIndex })
          }
        >
          {shown.map((cell) => {
            const place = layout.cells[cell]
            if (place === undefined) return null
            const note = { className: classes.blank, style: frameOf(place) }
            const waiting = front[cell]
            if (waiting !== undefined) {
              return (
                <Boundary key={waiting.key} place="tile" shown={waiting.job} note={note}>
                  {needsAttention(waiting.job.status) ? (
                    <EndedTile job={waiting.job} frame={frameOf(place)} />
                  ) : (
                    <PendingTile job={waiting.job} first={waiting.first} frame={frameOf(place)} />
                  )}
                </Boundary>
              )
            }
            const index = cell - front.length
            const image = itemAt(pages, index)
            if (image === undefined) {
              // biome-ignore lint/a11y/useSemanticElements: an item of the virtual grid
              return <div key={uniqueKey(`blank:${index}`, cell)} role="listitem" {...note} />
            }
            return (
              <Boundary key={uniqueKey(image.id, cell)} place="tile" shown={image} note={note}>
                <ImageTile
                  image={image}
                  index={index}
                  total={total}
                  {...place}
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

/** Returns the position of a cell for its style. */
function frameOf({ x, y, width, height }: Cell): CSSProperties {
  return { '--x': `${x}px`, '--y': `${y}px`, '--width': `${width}px`, '--height': `${height}px` }
}

const skeletonRatios = [1.5, 1, 0.667, 1, 1.5, 1, 0.667, 1.5]

/** Placeholder tiles until the first answer; shown only after a delay. */
function Skeleton({ layout }: { layout: GridLayout }) {
  return (
    <div className={`${classes.grid} ${classes.skeleton}`} aria-hidden="true">
      {layout.cells.map((cell) => (
        <div key={`${cell.x} ${cell.y}`} className={classes.blank} style={frameOf(cell)} />
      ))}
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
