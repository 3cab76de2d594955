import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { CopyButton } from '../words/CopyButton.tsx'
import classes from './TechnicalDetails.module.css'

interface TechnicalDetailsProps {
  readonly text: string
  /** Label of the button that copies the text. */
  readonly copyLabel?: string
}

/** Folded technical details for support. */
export function TechnicalDetails({ copyLabel, text }: TechnicalDetailsProps) {
  const { t } = useTranslation()
  return (
    <details className={classes.details}>
      <summary>{t('app.details')}</summary>
      <div className={classes.technical}>
        <pre>{text}</pre>
        <CopyButton text={() => text} label={copyLabel ?? t('app.copyDetails')} />
      </div>
    </details>
  )
}
