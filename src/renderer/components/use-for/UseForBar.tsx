import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShortcutId } from '../../../shared/shortcut-table.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { useShortcutKeys } from '../../platform/shortcuts.ts'
import { Button } from '../Button.tsx'
import classes from './UseForBar.module.css'

/** The row of next steps with a result, below it. */
export function UseForBar({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.bar}>
      <legend className={classes.legend}>{t('app.useFor')}</legend>
      <div className={classes.steps} data-scroll-row>
        {children}
      </div>
    </fieldset>
  )
}

interface UseProps {
  readonly icon: LucideIcon
  readonly words: string
  readonly shortcut?: ShortcutId
  /** The object of the step, as a tooltip. */
  readonly title?: string
  readonly disabled?: boolean
  /** True if a dialog asks before anything happens. */
  readonly asks?: boolean
  readonly onUse: () => void
}

/** One next step. */
export function Use({ icon: Icon, words, shortcut, title, disabled = false, asks = false, onUse }: UseProps) {
  const keys = useShortcutKeys()
  return (
    <Button disabled={disabled} title={title} aria-haspopup={asks ? 'dialog' : undefined} onClick={onUse}>
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
      {words}
      {shortcut === undefined ? null : (
        <span className={classes.keys} aria-hidden="true">
          {keys(shortcut)}
        </span>
      )}
    </Button>
  )
}
