import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { promptTitle } from '../../../components/elapsed.ts'
import { narrows } from '../filter.ts'
import { useHistory } from '../history-store.ts'
import { clearFilter } from '../list-actions.ts'
import classes from '../timeline/Timeline.module.css'

/** What is said where nothing was found. */
export function EmptyResults({ text }: { text: string }) {
  const { t } = useTranslation()
  const narrowed = useHistory((state) => narrows(state.filter))
  return (
    <div className={classes.empty}>
      <h2>{t('history.notFound', { text: promptTitle(text, 80) })}</h2>
      <p>{t('history.notFoundHint')}</p>
      {narrowed ? (
        <>
          <p>{t('history.notFoundNarrowed')}</p>
          <button type="button" className={buttons.quiet} onClick={clearFilter}>
            {t('history.filterClear')}
          </button>
        </>
      ) : null}
    </div>
  )
}
