import { Popover } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../components/Button.tsx'
import classes from './ChoicePopover.module.css'

interface ChoicePopoverProps {
  readonly icon: LucideIcon
  /** How many are chosen; shown on the button. */
  readonly count: number
  /** Name of the button, with the count. */
  readonly name: string
  /** Name of the popover. */
  readonly title: string
  /** A sentence above the choices. */
  readonly hint: string
  readonly opened: boolean
  readonly onChange: (opened: boolean) => void
  /** The choices. */
  readonly children: ReactNode
}

/** A button of the composer with the number of what this chat uses, and the choices behind it. */
export function ChoicePopover({
  icon: Icon,
  count,
  name,
  title,
  hint,
  opened,
  onChange,
  children,
}: ChoicePopoverProps) {
  return (
    <Popover opened={opened} onDismiss={() => onChange(false)} position="top-start" width={340} trapFocus returnFocus>
      <Popover.Target>
        <Button
          kind={count === 0 ? 'icon' : 'chip'}
          className={count === 0 ? undefined : classes.chip}
          aria-label={name}
          title={name}
          onClick={() => onChange(!opened)}
        >
          <Icon size={count === 0 ? 18 : 15} strokeWidth={1.75} aria-hidden="true" />
          {count === 0 ? null : count}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={title}>
        <div className={classes.fields}>
          <p className={classes.hint}>{hint}</p>
          {children}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
