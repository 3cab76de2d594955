import { useTranslation } from 'react-i18next'
import type { AppError } from '../../../shared/errors.ts'
import { gatewaySentence } from '../../platform/errors/gateway-sentence.ts'
import classes from './GatewaySays.module.css'

/** The gateway's own reason, as text beside what Atelier says; nothing where it gave none. */
export function GatewaySays({ error }: { error: AppError | null }) {
  const { t } = useTranslation()
  const sentence = error === null ? null : gatewaySentence(error)
  if (sentence === null) return null
  return (
    <p className={classes.says} data-gateway-says>
      {t('app.gatewaySays')} <q dir="auto">{sentence}</q>
    </p>
  )
}
