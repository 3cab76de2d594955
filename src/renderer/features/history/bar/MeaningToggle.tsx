import { Button } from '../../../components/Button.tsx'
import { saveSettings, useApp } from '../../../platform/app-store.ts'
import { useEmbeddings } from '../../../platform/embeddings-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showSettings } from '../../../platform/navigation.ts'
import { isStarted } from '../meaning.ts'
import { searchAgain } from '../search-actions.ts'
import classes from './HistoryBar.module.css'

/** A toggle for semantic search. Before that was started, leads to its settings. */
export function MeaningToggle() {
  const { t } = useTranslation()
  const isOn = useApp((state) => state.settings.searchByMeaning)
  const started = useEmbeddings(({ state }) => isStarted(state))
  const press = async () => {
    if (!started) {
      showSettings('meaning')
      return
    }
    await saveSettings({ searchByMeaning: !isOn })
    searchAgain()
  }
  return (
    <Button
      kind="chip"
      className={classes.meaning}
      aria-pressed={started && isOn}
      title={t(started ? 'history.meaning.toggle' : 'history.meaning.setUp')}
      onClick={() => void press()}
    >
      <span>{t('history.meaning.name')}</span>
    </Button>
  )
}
