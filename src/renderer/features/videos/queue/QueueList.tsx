import { Video } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { Button } from '../../../components/Button.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { indexOfItem } from '../../../components/lists/pages.ts'
import { PagedList } from '../../../components/paged-list/PagedList.tsx'
import { type PagedLayout, usePagedList } from '../../../components/paged-list/use-paged-list.ts'
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

// last scroll position; outside the state, because nothing renders it
const place = { top: 0 }

const layoutOf = (width: number): PagedLayout => ({ columns: columnsFor(width), rowHeight: 156, key: 'cards' })

/** All jobs in main's order. Each card subscribes only to its own job. */
export function QueueList() {
  const { t } = useTranslation()
  const pages = useVideos((state) => state.pages)
  const list = usePagedList({
    reader: listReader,
    store: useVideos,
    idAttribute: 'data-job',
    layoutOf,
    place,
    isFocusedOnReturn: true,
  })
  const { activeIndex, columns, focusIndex, scroller, scrollToTop } = list
  const focusJob = useCallback(
    (jobId: string) => {
      const index = indexOfItem(videos().pages, jobId)
      if (index >= 0) focusIndex(index)
    },
    [focusIndex],
  )
  useKeptFocus(scroller, pages, focusJob)
  useEffect(
    () => onListPlace({ top: scrollToTop, card: (jobId) => requestAnimationFrame(() => focusJob(jobId)) }),
    [focusJob, scrollToTop],
  )
  return (
    <PagedList
      list={list}
      words={{ label: t('videos.queue'), loading: t('videos.loading'), failed: t('videos.listFailed') }}
      className={classes.padded}
      empty={<EmptyQueue />}
      keys={listKeys}
    >
      {(row) => <QueueRow key={row} row={row} columns={columns} tabIndexOf={Math.max(0, activeIndex)} />}
    </PagedList>
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
