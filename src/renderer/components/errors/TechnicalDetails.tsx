import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Fold, FoldText } from '../Fold.tsx'

interface TechnicalDetailsProps {
  readonly text: string
  /** Label of the button that copies the text. */
  readonly copyLabel?: string
}

/** Folded technical details for support. */
export function TechnicalDetails({ copyLabel, text }: TechnicalDetailsProps) {
  const { t } = useTranslation()
  return (
    <Fold title={t('app.details')}>
      <FoldText text={text} copyLabel={copyLabel ?? t('app.copyDetails')} />
    </Fold>
  )
}
