import type { LucideIcon } from 'lucide-react'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { tellWithheld } from '../state/temporary-open.ts'
import classes from './Temporary.module.css'

/** A replacement for a control that a temporary chat does not have; a press explains why. */
export function WithheldButton({ icon, words }: { readonly icon: LucideIcon; readonly words: string }) {
  const { t } = useTranslation()
  return (
    <IconButton
      icon={icon}
      words={t('temporary.withheld', { action: words, interpolation: { escapeValue: false } })}
      aria-disabled="true"
      className={classes.withheld ?? ''}
      onClick={tellWithheld}
    />
  )
}
