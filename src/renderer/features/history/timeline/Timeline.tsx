import { Archive, History, SearchX, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Boundary } from '../../../components/boundary/Boundary.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { indexOfItem, itemAt } from '../../../components/lists/pages.ts'
import { PagedList } from '../../../components/paged-list/PagedList.tsx'
import { type PagedLayout, usePagedList } from '../../../components/paged-list/use-paged-list.ts'
import { useToday } from '../../../components/words/use-now.ts'
import { useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { narrows } from '../filter.ts'
import { history, useHistory } from '../history-store.ts'
import { clearFilter, listPlace, listReader, onListTop } from '../list-actions.ts'
import { registerList } from '../list-focus.ts'
import { canBeTiles, tilesFor } from '../tiles.ts'
import { HistoryTile } from './HistoryTile.tsx'
import { headingAbove } from './headings.ts'
import classes from './Timeline.module.css'
import { TimelineRow } from './TimelineRow.tsx'
import { timelineKeys } from './timeline-keys.ts'

const rowsLayout = (): PagedLayout => ({ columns: 1, rowHeight: 66, key: 'rows' })
const tilesLayout = (width: number): PagedLayout => {
  const { columns, side } = tilesFor(width)
  return { columns, rowHeight: side, key: columns }
}

/** The timeline, newest first, as rows or as tiles. */
export function Timeline() {
  const { t } = useTranslation()
  const pages = useHistory((state) => state.pages)
  const selecting = useHistory((state) => state.selecting)
  const selection = useHistory((state) => state.selection)
  const today = useToday()
  const hasTiles = useHistory((state) => canBeTiles(state.filter))
  const isTiled = useApp((state) => state.settings.historyTiles) && hasTiles
  const list = usePagedList({
    reader: listReader,
    store: useHistory,
    idAttribute: 'data-item',
    layoutOf: isTiled ? tilesLayout : rowsLayout,
    place: listPlace,
    isFocusedOnReturn: false,
  })
  const { activeIndex, columns, focusIndex, rowHeight: side, scrollToTop, total } = list
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
  useEffect(() => onListTop(scrollToTop), [scrollToTop])

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
    <PagedList
      list={list}
      words={{ label: t('history.list'), loading: t('history.loading'), failed: t('history.listFailed') }}
      className={classes.padded}
      listClassName={classes.list}
      empty={<EmptyTimeline />}
      keys={timelineKeys}
    >
      {(at) =>
        isTiled ? (
          <div key={at} className={classes.tiles} style={{ '--tile': `${side}px` }}>
            {Array.from({ length: Math.min(columns, total - at * columns) }, (_, cell) => row(at * columns + cell))}
          </div>
        ) : (
          row(at)
        )
      }
    </PagedList>
  )
}

const placeIcons = { here: History, archive: Archive, bin: Trash2 } as const

/** Words for an empty list. */
function EmptyTimeline() {
  const { t } = useTranslation()
  const filter = useHistory((state) => state.filter)
  // the panel shows the places one at a time
  const place = filter.place === 'kept' ? 'here' : filter.place
  if (narrows(filter)) {
    return (
      <EmptyState icon={SearchX} title={t('history.nothingFits')}>
        <Button onClick={clearFilter}>{t('history.filterClear')}</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={placeIcons[place]}
      title={t(`history.nothing.${place}`)}
      hints={[t(`history.nothingHint.${place}`)]}
    />
  )
}
