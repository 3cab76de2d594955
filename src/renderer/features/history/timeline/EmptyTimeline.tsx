import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { narrows } from '../filter.ts'
import { useHistory } from '../history-store.ts'
import { clearFilter } from '../list-actions.ts'
import classes from './Timeline.module.css'

/** What is said where nothing is. */
export function EmptyTimeline() {
  const { t } = useTranslation()
  const filter = useHistory((state) => state.filter)
  const { place } = filter
  if (narrows(filter)) {
    return (
      <div className={classes.empty}>
        <h2>{t('history.nothingFits')}</h2>
        <button type="button" className={buttons.quiet} onClick={clearFilter}>
          {t('history.filterClear')}
        </button>
      </div>
    )
  }
  return (
    <div className={classes.empty}>
      <h2>{t(`history.nothing.${place}`)}</h2>
      <p>{t(`history.nothingHint.${place}`)}</p>
    </div>
  )
}
