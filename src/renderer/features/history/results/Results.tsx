import { SearchX } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { readQuery } from '../../../../shared/history-query.ts'
import { Button } from '../../../components/Button.tsx'
import { Boundary } from '../../../components/boundary/Boundary.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ListTrouble } from '../../../components/lists/ListTrouble.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import { narrows } from '../filter.ts'
import { useHistory } from '../history-store.ts'
import { idOf, resultsId, stopId } from '../item-id.ts'
import { clearFilter } from '../list-actions.ts'
import { registerList } from '../list-focus.ts'
import { isBusy, stopsOf } from '../search.ts'
import { searchAgain, searchOn } from '../search-actions.ts'
import classes from '../timeline/Timeline.module.css'
import { ResultRow } from './ResultRow.tsx'
import { resultKeys } from './result-keys.ts'

/** Distance from the end at which the list loads more, in px. */
const aheadPx = 900

// last scroll position; outside the state, because nothing renders it
let lastTop = { text: '', offset: 0 }

/** Opens a row's menu, as a right click does. */
function openMenuOf(event: React.MouseEvent, id: string): void {
  event.preventDefault()
  document.getElementById(id)?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
}

/**
 * Search results by item. While typing, the focus stays in the search field, whose arrow keys move between hits.
 * While selecting, the list has the focus and the timeline's keys.
 */
export function Results() {
  const { t } = useTranslation()
  const search = useHistory((state) => state.search)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const selecting = useHistory((state) => state.selecting)
  const selection = useHistory((state) => state.selection)
  const { at, items, text } = search
  const stops = useMemo(() => stopsOf(items), [items])
  const words = useMemo(() => readQuery(text).words, [text])

  const first = useRef(true)
  useEffect(() => {
    // restores the scroll position on return
    if (first.current && lastTop.text === text) virtual.current?.scrollTo(lastTop.offset)
    else virtual.current?.scrollToIndex(at, { align: 'nearest' })
    first.current = false
  }, [at, text])

  const listbox = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      registerList({
        focus: () => listbox.current?.focus({ preventScroll: true }),
        // results are ordered by relevance, not by day
        show: () => undefined,
      }),
    [],
  )

  const lookAhead = () => {
    const list = virtual.current
    if (list !== null && list.scrollSize - list.scrollOffset - list.viewportSize < aheadPx) void searchOn()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results may not fill the window
  useEffect(lookAhead, [items])

  return (
    <div ref={scroller} className={classes.scroller} data-scroller>
      <ListTrouble
        className={classes.note}
        error={search.error}
        lead={t('history.searchFailed')}
        onRetry={searchAgain}
      />
      {stops.length === 0 && !isBusy(search) && search.error === null ? <EmptyResults text={text} /> : null}
      <div
        ref={listbox}
        id={resultsId}
        role="listbox"
        className={classes.list}
        aria-label={t('history.results')}
        aria-busy={isBusy(search)}
        aria-multiselectable={selecting || undefined}
        aria-activedescendant={stops.length > 0 ? stopId(at) : undefined}
        tabIndex={0}
        hidden={stops.length === 0}
        onKeyDown={resultKeys}
        onContextMenu={(event) => {
          // the menu key applies to the row reached by the arrow keys
          if (event.target === event.currentTarget) openMenuOf(event, stopId(at))
        }}
      >
        <Virtualizer
          ref={virtual}
          scrollRef={scroller}
          data={stops}
          bufferSize={400}
          itemSize={66}
          keepMounted={at < stops.length ? [at] : []}
          onScroll={(offset) => {
            lastTop = { text, offset }
            lookAhead()
          }}
        >
          {(stop, index) => (
            <Boundary key={stop.key} place="row" shown={stop}>
              <ResultRow
                stop={stop}
                at={index}
                words={words}
                active={index === at}
                selecting={selecting}
                selected={selection.ids.has(idOf(stop.found.item.key))}
              />
            </Boundary>
          )}
        </Virtualizer>
      </div>
    </div>
  )
}

/** The text shown if there are no results. */
function EmptyResults({ text }: { text: string }) {
  const { t } = useTranslation()
  const narrowed = useHistory((state) => narrows(state.filter))
  return (
    <EmptyState
      icon={SearchX}
      title={t('history.notFound', { text: promptTitle(text, 80) })}
      hints={[t('history.notFoundHint'), ...(narrowed ? [t('history.notFoundNarrowed')] : [])]}
    >
      {narrowed ? <Button onClick={clearFilter}>{t('history.filterClear')}</Button> : undefined}
    </EmptyState>
  )
}
