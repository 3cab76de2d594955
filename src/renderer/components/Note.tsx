import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../platform/i18n/use-translation.ts'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import classes from './Note.module.css'

interface NoteProps {
  /** A warning is announced at once; a quiet note is a line without a box. */
  readonly tone?: 'warning' | 'info' | 'quiet'
  /** True if another element announces the note. */
  readonly isSilent?: boolean
  /** Accessible name, for a note that is a landmark. */
  readonly label?: string
  /** Class that sets the margins. */
  readonly className?: string | undefined
  /** Text of the note, or paragraphs, of which the first is the subject. */
  readonly children: ReactNode
  /** Buttons next to the words. */
  readonly steps?: ReactNode
  /** Adds a last button that closes the note. */
  readonly onDismiss?: (() => void) | undefined
  /** Content below the words, such as many buttons or details. */
  readonly below?: ReactNode
}

/** A message within a card or panel, with the buttons of its next steps. */
export function Note({ tone = 'warning', isSilent = false, label, className, ...note }: NoteProps) {
  const { children, steps, onDismiss, below } = note
  const { t } = useTranslation()
  const Box = label === undefined ? 'div' : 'section'
  const roles = { warning: 'alert', info: undefined, quiet: 'status' } as const
  return (
    <Box
      className={className === undefined ? classes[tone] : `${classes[tone]} ${className}`}
      role={isSilent || label !== undefined ? undefined : roles[tone]}
      aria-label={label}
    >
      <div className={classes.top}>
        <div className={classes.words}>{children}</div>
        {steps}
        {onDismiss === undefined ? null : tone === 'quiet' ? (
          <IconButton icon={X} words={t('app.dismiss')} iconSize={15} size="small" onClick={onDismiss} />
        ) : (
          <Button size="small" onClick={onDismiss}>
            {t('app.dismiss')}
          </Button>
        )}
      </div>
      <div className={classes.below}>{below}</div>
    </Box>
  )
}
