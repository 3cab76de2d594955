import { useTranslation } from 'react-i18next'
import { CopyButton } from '../CopyButton.tsx'
import classes from './ResultLink.module.css'

/** What is shown of a link; all of it is copied. */
const shownMax = 160

/** The link to a paid result that Atelier could not keep, to be opened elsewhere; it is never loaded here. */
export function ResultLink({ link }: { link: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.link}>
      <p>{t('app.resultLink')}</p>
      <div className={classes.row}>
        <code dir="ltr">{link.length > shownMax ? `${link.slice(0, shownMax)}…` : link}</code>
        <CopyButton text={() => link} label={t('steps.copyLink')} />
      </div>
    </div>
  )
}
