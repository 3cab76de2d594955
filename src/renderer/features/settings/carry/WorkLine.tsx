import { useTranslation } from 'react-i18next'
import type { CarryWork } from '../../../../shared/carry.ts'
import buttons from '../../../components/buttons.module.css'
import { sizeWords } from '../../../components/elapsed.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import classes from './CarryPage.module.css'
import { cancelCarry, useCarry } from './carry-store.ts'

/** What is being done, how far it has come, and a way to end it. */
export function WorkLine() {
  const { t } = useTranslation()
  const work = useCarry((state) => state.work)
  const receiving = useCarry((state) => state.receiving)
  if (work === null && receiving === null) return null
  const words =
    work === null
      ? t('carry.working.receiving')
      : work.stage === 'undoing'
        ? t('carry.working.undoing')
        : t(`carry.working.${work.kind}`)
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
        <button type="button" className={`${buttons.quiet} ${buttons.small}`} onClick={cancelCarry}>
          {t('app.cancel')}
        </button>
      )}
    </div>
  )
}

/** How much is done, in items and bytes; nothing is said of what is not counted. */
function Done({ work }: { work: CarryWork }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const parts = [
    ...(work.items === 0
      ? []
      : [t('carry.itemsDone', { count: work.items, number: work.items.toLocaleString(language) })]),
    ...(work.bytes === 0 ? [] : [sizeWords(language, work.bytes)]),
  ]
  return <span className={classes.done}>{parts.join(' · ')}</span>
}
