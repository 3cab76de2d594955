import { useEffect, useLayoutEffect, useRef } from 'react'
import { isField } from '../../components/forms/keys.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { showDayJump } from './bar/day-jump-store.ts'
import classes from './bar/HistoryBar.module.css'
import { HistoryBar } from './bar/HistoryBar.tsx'
import { ItemSelection } from './bar/ItemSelection.tsx'
import { PlaceLine } from './bar/PlaceLine.tsx'
import { EmptyBinDialog } from './dialogs/EmptyBinDialog.tsx'
import { TagDialog } from './dialogs/TagDialog.tsx'
import { history, useHistory } from './history-store.ts'
import { undoLast } from './item-actions.ts'
import { setShown } from './list-actions.ts'
import { focusList } from './list-focus.ts'
import { Results } from './results/Results.tsx'
import { searchHistory } from './search-actions.ts'
import { Timeline } from './timeline/Timeline.tsx'

/** Makes `/` and Ctrl+F focus the search field, G go to a day, and Ctrl+Z undo the last change. */
function usePanelKeys(): void {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey || document.querySelector('[role="dialog"]') !== null) return
      const mod = event.ctrlKey || event.metaKey
      const find = mod && !event.shiftKey && event.key.toLowerCase() === 'f'
      if (find || (!mod && event.key === '/' && !isField(event.target))) {
        event.preventDefault()
        searchHistory(null)
      } else if (!mod && !event.shiftKey && event.key === 'g' && !isField(event.target) && listsDays()) {
        event.preventDefault()
        showDayJump(true)
      } else if (mod && !event.shiftKey && event.key.toLowerCase() === 'z' && !isField(event.target) && undoLast()) {
        event.preventDefault()
      }
    }
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  }, [])
}

/** Returns true if the timeline is shown: search results and the bin have another order. */
function listsDays(): boolean {
  const { filter, search } = history()
  return search.asked === '' && filter.place !== 'bin'
}

/**
 * Moves the focus to the list when selecting starts or ends, because the focused bar is replaced. Returns a ref for the
 * bars.
 */
function useFocusAcrossSelecting(selecting: boolean): React.RefObject<HTMLDivElement | null> {
  const head = useRef<HTMLDivElement>(null)
  const before = useRef(selecting)
  useLayoutEffect(() => {
    if (before.current === selecting) return
    before.current = selecting
    const held = document.activeElement
    if (held === null || held === document.body || head.current?.contains(held)) focusList()
  }, [selecting])
  return head
}

/** The history of all items: a timeline, or the results of a search. */
export function HistoryPanel() {
  const { t } = useTranslation()
  const searching = useHistory((state) => state.search.asked !== '')
  const selecting = useHistory((state) => state.selecting)
  const head = useFocusAcrossSelecting(selecting)
  usePanelKeys()
  useEffect(() => {
    setShown(true)
    return () => setShown(false)
  }, [])
  return (
    <main className={classes.panel} aria-label={t('history.panel')}>
      <div ref={head} className={classes.head} data-selecting={selecting || undefined}>
        <HistoryBar />
        {selecting ? <ItemSelection /> : null}
      </div>
      <PlaceLine />
      {searching ? <Results /> : <Timeline />}
      <TagDialog />
      <EmptyBinDialog />
    </main>
  )
}
