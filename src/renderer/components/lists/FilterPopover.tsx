import { Popover } from '@mantine/core'
import { Funnel } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fittedPopup } from '../../platform/theme/fitted-popup.ts'
import { Button } from '../Button.tsx'
import classes from './filter-popover.module.css'
import bar from './list-bar.module.css'

/** Smallest height of the popover, in CSS px: three rows and the button. */
const leastHeight = 120

interface FilterPopoverProps {
  /** Number of active filters. */
  readonly count: number
  readonly words: {
    readonly title: string
    /** The button's name while a filter is active. */
    readonly narrowed: string
    readonly clear: string
  }
  /** Width of the popover, in CSS px. */
  readonly width: number
  readonly onOpen: () => void
  readonly onClear: () => void
  /** The list's filters. */
  readonly children: ReactNode
}

/** The filter button in a list's bar, with its popover. */
export function FilterPopover({ count, words, width, onOpen, onClear, children }: FilterPopoverProps) {
  const [opened, setOpened] = useState(false)
  const toggle = () => {
    if (!opened) onOpen()
    setOpened(!opened)
  }
  const name = count === 0 ? words.title : words.narrowed
  return (
    <Popover
      opened={opened}
      onDismiss={() => setOpened(false)}
      position="bottom-end"
      width={width}
      trapFocus
      middlewares={fittedPopup(leastHeight)}
      returnFocus
    >
      <Popover.Target>
        <Button
          kind="icon"
          className={count === 0 ? undefined : bar.narrowed}
          aria-label={name}
          aria-haspopup="dialog"
          title={name}
          onClick={toggle}
        >
          <Funnel size={18} strokeWidth={1.75} />
          {count === 0 ? null : (
            <span className={bar.badge} aria-hidden="true">
              {count}
            </span>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={words.title}>
        <div className={classes.body}>{children}</div>
        <Button size="small" disabled={count === 0} onClick={onClear}>
          {words.clear}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
