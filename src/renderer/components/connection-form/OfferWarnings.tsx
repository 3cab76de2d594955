import { TriangleAlert } from 'lucide-react'
import type { ConnectionOffer } from '../../../shared/links/connection-offer.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import classes from './ConnectionForm.module.css'

/** Warnings about an offered connection, shown before the user agrees to it. */
export function OfferWarnings({ offer }: { readonly offer: ConnectionOffer }) {
  const { t } = useTranslation()
  const warnings = [
    ...(offer.isUnencrypted ? [t('links.unencrypted')] : []),
    ...(new URL(offer.address).hostname.includes('xn--') ? [t('links.foreignLetters')] : []),
    ...(offer.isNameCleaned ? [t('links.nameCleaned')] : []),
  ]
  return warnings.map((warning) => (
    <p key={warning} className={classes.warning}>
      <TriangleAlert size={15} aria-hidden="true" />
      {warning}
    </p>
  ))
}
