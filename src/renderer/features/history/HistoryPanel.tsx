import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { HistoryBar } from './bar/HistoryBar.tsx'
import { PlaceLine } from './bar/PlaceLine.tsx'
import { SelectionBar } from './bar/SelectionBar.tsx'
import { EmptyBinDialog } from './dialogs/EmptyBinDialog.tsx'
import { TagDialog } from './dialogs/TagDialog.tsx'
import classes from './HistoryPanel.module.css'
import { useHistory } from './history-store.ts'
import { undoLast } from './item-actions.ts'
import { setShown } from './list-actions.ts'
import { Results } from './results/Results.tsx'
import { searchHistory } from './search-actions.ts'
import { Timeline } from './timeline/Timeline.tsx'

/** Whether what is typed goes somewhere. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

/** `/` and Ctrl+F lead to the search field; the last change can be taken back by Ctrl+Z. */
function usePanelKeys(): void {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey || document.querySelector('[role="dialog"]') !== null) return
      const mod = event.ctrlKey || event.metaKey
      const find = mod && !event.shiftKey && event.key.toLowerCase() === 'f'
      if (find || (!mod && event.key === '/' && !isField(event.target))) {
        event.preventDefault()
        searchHistory(null)
      } else if (mod && !event.shiftKey && event.key.toLowerCase() === 'z' && !isField(event.target) && undoLast()) {
        event.preventDefault()
      }
    }
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  }, [])
}

/** Everything that was ever made: by its time, or by what is in it. */
export function HistoryPanel() {
  const { t } = useTranslation()
  const searching = useHistory((state) => state.search.asked !== '')
  const selecting = useHistory((state) => state.selecting)
  usePanelKeys()
  useEffect(() => {
    setShown(true)
    return () => setShown(false)
  }, [])
  return (
    <main className={classes.panel} aria-label={t('panels.history')}>
      <div className={classes.head} data-selecting={(selecting && !searching) || undefined}>
        <HistoryBar />
        {selecting && !searching ? <SelectionBar /> : null}
      </div>
      <PlaceLine />
      {searching ? <Results /> : <Timeline />}
      <TagDialog />
      <EmptyBinDialog />
    </main>
  )
}
