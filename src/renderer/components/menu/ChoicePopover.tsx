import { Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import layout from '../layout.module.css'
import classes from './ChoicePopover.module.css'

interface ChoicePopoverProps {
  readonly title: string
  /** A sentence above the choices. */
  readonly hint: string
  readonly opened: boolean
  readonly onClose: () => void
  /** The choices, mounted again at each opening. */
  readonly children: ReactNode
}

/** A popover with choices, opened by a menu or chip. Its anchor is the positioned element around it. */
export function ChoicePopover({ title, hint, opened, onClose, children }: ChoicePopoverProps) {
  // mounted again even while the last ones are still fading out
  const [shown, setShown] = useState({ opened, openings: 0 })
  if (shown.opened !== opened) setShown({ opened, openings: shown.openings + (opened ? 1 : 0) })
  return (
    <Popover
      opened={opened}
      onDismiss={onClose}
      position="top-start"
      width={340}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes.corner} />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} role="dialog" aria-label={title} tabIndex={-1}>
        <div key={shown.openings} className={classes.fields}>
          <p className={layout.quiet}>{hint}</p>
          {children}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
