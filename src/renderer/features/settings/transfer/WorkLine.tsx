import { useTranslation } from 'react-i18next'
import type { TransferWork } from '../../../../shared/transfer.ts'
import buttons from '../../../components/buttons.module.css'
import { sizeWords } from '../../../components/words/elapsed.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import classes from './TransferPage.module.css'
import { cancelTransfer, useTransfer } from './transfer-store.ts'

/** Progress of a transfer, with a way to cancel it. */
export function WorkLine() {
  const { t } = useTranslation()
  const work = useTransfer((state) => state.work)
  const receiving = useTransfer((state) => state.receiving)
  if (work === null && receiving === null) return null
  const words =
    work === null
      ? t('transfer.working.receiving')
      : work.stage === 'undoing'
        ? t('transfer.working.undoing')
        : t(`transfer.working.${work.kind}`)
  return (
    <div className={classes.work}>
      <div className={classes.workWords}>
        <span role="status">{words}</span>
        <progress
          aria-label={words}
          max={100}
          value={work?.progress == null ? undefined : Math.floor(work.progress * 100)}
        />
        {work === null ? null : <Done work={work} />}
      </div>
      {work === null || work.stage === 'undoing' ? null : (
        <button type="button" className={`${buttons.quiet} ${buttons.small}`} onClick={cancelTransfer}>
          {t('app.cancel')}
        </button>
      )}
    </div>
  )
}

/** How much is done, in items and bytes; nothing is said of what is not counted. */
function Done({ work }: { work: TransferWork }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const parts = [
    ...(work.items === 0
      ? []
      : [t('transfer.itemsDone', { count: work.items, number: work.items.toLocaleString(language) })]),
    ...(work.bytes === 0 ? [] : [sizeWords(language, work.bytes)]),
  ]
  return <span className={classes.done}>{parts.join(' · ')}</span>
}
