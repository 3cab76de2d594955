import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import own from '../temporary/Temporary.module.css'
import classes from './ConversationView.module.css'

/** The explanation of a temporary chat in which nothing was sent yet. */
export function TemporaryStart() {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <h2 className={classes.title}>{t('temporary.startTitle')}</h2>
        <p className={own.first}>{t('temporary.start')}</p>
        <p className={own.more}>{t('temporary.startCost')}</p>
        <p className={own.more}>{t('temporary.startLimits')}</p>
      </div>
    </div>
  )
}
