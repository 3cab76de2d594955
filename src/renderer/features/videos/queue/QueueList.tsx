import { Video } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { Button } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { focusMounted } from '../../../components/lists/focus-mounted.ts'
import { indexOfItem, itemAt } from '../../../components/lists/pages.ts'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showSettings } from '../../../platform/navigation.ts'
import { narrows } from '../filter.ts'
import { clearFilter, listReader } from '../list-actions.ts'
import { focusPrompt, onListPlace } from '../panel-actions.ts'
import { useVideos, videos } from '../videos-store.ts'
import { listKeys } from './list-keys.ts'
import { columnsFor } from './list-layout.ts'
import classes from './QueueList.module.css'
import { QueueRow } from './QueueRow.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

/** Height of an unmeasured row of cards, in px. */
const rowHeight = 156

// last scroll position; outside the state, because nothing renders it
let lastOffset = 0

/** All jobs in main's order. Only visible ones are mounted, and each subscribes only to itself. */
export function QueueList() {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const [columns, setColumns] = useState(0)
  const pages = useVideos((state) => state.pages)
  const error = useVideos((state) => state.listError)
  const switching = useVideos((state) => state.switching)
  const active = useVideos((state) => state.active)
  const total = pages.total ?? 0
  const rows = columns === 0 ? 0 : Math.ceil(total / columns)
  // rows are keyed by position; their cards have their own keys
  const places = useMemo(() => Array.from({ length: rows }, (_, row) => row), [rows])
  const activeIndex = active === null ? -1 : indexOfItem(pages, active)

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const measure = () => setColumns(columnsFor(element.clientWidth))
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
    listReader.showPlaces(from * columns, (to + 1) * columns)
  }, [columns])
  useEffect(look, [look])

  // the card to focus once it is mounted
  const wanted = useRef<number | null>(null)
  const focusIndex = useCallback(
    (index: number) => {
      wanted.current = index
      virtual.current?.scrollToIndex(Math.floor(index / Math.max(1, columns)), { align: 'nearest' })
      useVideos.setState({ active: itemAt(videos().pages, index)?.id ?? null })
      focusWanted(scroller.current, wanted)
    },
    [columns],
  )

  // on return, restores the scroll position and the last viewed job
  const returned = useRef(false)
  useEffect(() => {
    if (returned.current || rows === 0) return
    returned.current = true
    virtual.current?.scrollTo(lastOffset)
    if (activeIndex >= 0 && document.activeElement === document.body) focusIndex(activeIndex)
  }, [rows, activeIndex, focusIndex])

  const focusJob = useCallback(
    (jobId: string) => {
      const index = indexOfItem(videos().pages, jobId)
      if (index >= 0) focusIndex(index)
    },
    [focusIndex],
  )
  useKeptFocus(scroller, pages, focusJob)
  useEffect(
    () =>
      onListPlace({
        top: () => virtual.current?.scrollTo(0),
        card: (jobId) => requestAnimationFrame(() => focusJob(jobId)),
      }),
    [focusJob],
  )

  const activeRow = columns === 0 || activeIndex < 0 ? -1 : Math.floor(activeIndex / columns)
  return (
    <div ref={scroller} className={classes.scroller} data-scroller>
      {error === null ? null : (
        <div className={classes.note}>
          <ErrorNote
            error={error}
            lead={t('videos.listFailed')}
            place={{ where: 'other', hasText: false }}
            on={{ retry: () => listReader.retry() }}
          />
        </div>
      )}
      {pages.total === null ? (
        error === null ? (
          <p className={classes.loading} role="status">
            {t('videos.loading')}
          </p>
        ) : null
      ) : total === 0 ? (
        <EmptyQueue />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: the items of a virtual list are in rows, see QueueRow
        <div
          role="list"
          aria-label={t('videos.queue')}
          aria-busy={switching}
          onKeyDown={(event) =>
            listKeys(event, {
              columns,
              total,
              rowsInView: Math.floor((virtual.current?.viewportSize ?? 0) / rowHeight),
              focusIndex,
            })
          }
        >
          <Virtualizer
            ref={virtual}
            scrollRef={scroller}
            data={places}
            bufferSize={400}
            itemSize={rowHeight}
            keepMounted={activeRow < 0 || activeRow >= rows ? [] : [activeRow]}
            onScroll={(offset) => {
              lastOffset = offset
              look()
            }}
          >
            {(row) => <QueueRow key={row} row={row} columns={columns} tabIndexOf={activeIndex < 0 ? 0 : activeIndex} />}
          </Virtualizer>
        </div>
      )}
    </div>
  )
}

/** Focuses the card at the wanted index: at once if mounted, else once its row is. */
function focusWanted(list: HTMLElement | null, wanted: React.RefObject<number | null>): void {
  if (list === null || wanted.current === null) return
  focusMounted(
    () => {
      const id = wanted.current === null ? undefined : itemAt(videos().pages, wanted.current)?.id
      return id === undefined ? null : list.querySelector<HTMLElement>(`[data-job="${CSS.escape(id)}"]`)
    },
    () => {
      wanted.current = null
    },
  )
}

/** The empty list: why it is empty, and what to do. */
function EmptyQueue() {
  const { t } = useTranslation()
  const narrowed = useVideos((state) => narrows(state.filter))
  const connected = useApp((state) => state.connections.connections.length > 0)
  const kind = narrowed ? 'narrowed' : connected ? 'first' : 'unconnected'
  const shown = {
    narrowed: { title: t('videos.nothingFits'), hint: null, button: t('videos.filterClear'), run: clearFilter },
    first: {
      title: t('videos.nothing'),
      hint: t('videos.nothingHint'),
      button: t('videos.nothingStart'),
      run: focusPrompt,
    },
    unconnected: {
      title: t('videos.noConnection'),
      hint: t('videos.noConnectionHint'),
      button: t('videos.noConnectionStart'),
      run: () => showSettings('connections'),
    },
  }[kind]
  return (
    <EmptyState icon={Video} title={shown.title} hints={shown.hint === null ? [] : [shown.hint]}>
      <Button onClick={shown.run}>{shown.button}</Button>
    </EmptyState>
  )
}
