import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { Button } from '../../../components/Button.tsx'
import { Boundary } from '../../../components/boundary/Boundary.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { focusMounted } from '../../../components/lists/focus-mounted.ts'
import { indexOfItem, itemAt } from '../../../components/lists/pages.ts'
import { useToday } from '../../../components/words/use-now.ts'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { narrows } from '../filter.ts'
import { history, useHistory } from '../history-store.ts'
import { clearFilter, listReader, onListTop, rememberedTop, rememberTop } from '../list-actions.ts'
import { registerList } from '../list-focus.ts'
import { canBeTiles, tilesFor } from '../tiles.ts'
import { HistoryTile } from './HistoryTile.tsx'
import { headingAbove } from './headings.ts'
import classes from './Timeline.module.css'
import { TimelineRow } from './TimelineRow.tsx'
import { timelineKeys } from './timeline-keys.ts'

/** Height of an unmeasured row, in px. */
const rowHeight = 66

/** The timeline, newest first, as rows or as tiles; only visible ones are mounted and loaded. */
export function Timeline() {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const measured = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const pages = useHistory((state) => state.pages)
  const error = useHistory((state) => state.listError)
  const switching = useHistory((state) => state.switching)
  const active = useHistory((state) => state.active)
  const selecting = useHistory((state) => state.selecting)
  const selection = useHistory((state) => state.selection)
  const today = useToday()
  const total = pages.total ?? 0
  const activeIndex = active === null ? -1 : indexOfItem(pages, active)
  const hasTiles = useHistory((state) => canBeTiles(state.filter))
  const isTiled = useApp((state) => state.settings.historyTiles) && hasTiles
  const [width, setWidth] = useState(0)
  const { columns, side } = isTiled ? tilesFor(width) : { columns: 1, side: rowHeight }
  const rows = Math.ceil(total / columns)

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
    if (list === null) return
    listReader.showPlaces(
      list.findItemIndex(list.scrollOffset) * columns,
      (list.findItemIndex(list.scrollOffset + list.viewportSize) + 1) * columns,
    )
  }, [columns])
  useEffect(look, [look])

  // the row to focus once it is mounted
  const wanted = useRef<number | null>(null)
  const focusIndex = useCallback(
    (index: number, align: 'nearest' | 'start' = 'nearest') => {
      wanted.current = index
      virtual.current?.scrollToIndex(Math.floor(index / columns), { align })
      useHistory.setState({ active: itemAt(history().pages, index)?.id ?? null })
      focusWanted(scroller.current, wanted)
    },
    [columns],
  )
  useEffect(() => focusWanted(scroller.current, wanted))
  useEffect(
    () =>
      registerList({
        focus: () => {
          const { active: id, pages: known } = history()
          if ((known.total ?? 0) > 0) focusIndex(Math.max(0, id === null ? 0 : indexOfItem(known, id)))
        },
        show: (index) => focusIndex(index, 'start'),
      }),
    [focusIndex],
  )
  useEffect(() => onListTop(() => virtual.current?.scrollTo(0)), [])

  // restores the scroll position on return
  const returned = useRef(false)
  useLayoutEffect(() => {
    if (returned.current || total === 0) return
    returned.current = true
    virtual.current?.scrollTo(rememberedTop())
  }, [total])

  const row = (index: number) => {
    const one = itemAt(pages, index)
    if (one === undefined) return <div key={`place ${index}`} className={isTiled ? classes.blankTile : classes.blank} />
    const shared = {
      listed: one,
      index,
      total,
      focusable: index === Math.max(0, activeIndex),
      selecting,
      selected: selection.ids.has(one.id),
    }
    const above = isTiled ? null : headingAbove(one.item, itemAt(pages, index - 1)?.item, index === 0, today)
    return (
      <Boundary key={one.id} place="row" shown={one}>
        {isTiled ? (
          <HistoryTile {...shared} side={side} />
        ) : (
          <TimelineRow {...shared} day={above?.day ?? null} dayAt={above?.at ?? 0} />
        )}
      </Boundary>
    )
  }

  return (
    <div ref={scroller} className={classes.scroller} data-scroller>
      <div ref={measured} className={classes.list} />
      {error === null ? null : (
        <div className={classes.note}>
          <ErrorNote
            error={error}
            lead={t('history.listFailed')}
            place={{ where: 'other', hasText: false }}
            on={{ retry: () => listReader.retry() }}
          />
        </div>
      )}
      {pages.total === null ? (
        error === null ? (
          <p className={classes.loading} role="status">
            {t('history.loading')}
          </p>
        ) : null
      ) : total === 0 ? (
        <EmptyTimeline />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a virtual list has wrappers around its items
        <div
          role="list"
          className={classes.list}
          aria-label={t('history.list')}
          aria-busy={switching}
          onKeyDown={(event) =>
            timelineKeys(event, {
              total,
              columns,
              rowsInView: Math.floor((virtual.current?.viewportSize ?? 0) / side),
              focusIndex,
            })
          }
        >
          <Virtualizer
            key={columns}
            ref={virtual}
            scrollRef={scroller}
            data={{ length: rows }}
            bufferSize={400}
            itemSize={side}
            keepMounted={activeIndex < 0 || activeIndex >= total ? [] : [Math.floor(activeIndex / columns)]}
            onScroll={(offset) => {
              rememberTop(offset)
              look()
            }}
          >
            {(_, at) =>
              isTiled ? (
                <div key={at} className={classes.tiles} style={{ '--tile': `${side}px` }}>
                  {Array.from({ length: Math.min(columns, total - at * columns) }, (_, cell) =>
                    row(at * columns + cell),
                  )}
                </div>
              ) : (
                row(at)
              )
            }
          </Virtualizer>
        </div>
      )}
    </div>
  )
}

/** Focuses the row at the wanted index, if any: at once if mounted, else once it is. */
function focusWanted(list: HTMLElement | null, wanted: React.RefObject<number | null>): void {
  if (list === null || wanted.current === null) return
  const idNow = () => (wanted.current === null ? undefined : itemAt(history().pages, wanted.current)?.id)
  focusMounted(
    () => {
      const id = idNow()
      return id === undefined ? null : list.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)
    },
    () => {
      useHistory.setState({ active: idNow() ?? null })
      wanted.current = null
    },
  )
}

/** Words for an empty list. */
function EmptyTimeline() {
  const { t } = useTranslation()
  const filter = useHistory((state) => state.filter)
  // the panel shows the places one at a time
  const place = filter.place === 'kept' ? 'here' : filter.place
  if (narrows(filter)) {
    return (
      <EmptyState title={t('history.nothingFits')}>
        <Button onClick={clearFilter}>{t('history.filterClear')}</Button>
      </EmptyState>
    )
  }
  return <EmptyState title={t(`history.nothing.${place}`)} hints={[t(`history.nothingHint.${place}`)]} />
}
