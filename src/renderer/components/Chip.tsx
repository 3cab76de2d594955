import { type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import classes from './Chip.module.css'
import layout from './layout.module.css'

interface ChipProps {
  readonly icon: LucideIcon
  /** Tooltip: the kind of option that is on. */
  readonly title: string
  /** Name of the active option. */
  readonly children: ReactNode
  readonly onOpen: () => void
  /** Accessible name of the button that turns it off. */
  readonly removeWords: string
  /** Turns the option off. The chip then disappears, so the handler has to move the focus. */
  readonly onRemove: () => void
}

/** An active option, shown by its name, with controls to change it and to turn it off. */
export function Chip({ icon: Icon, title, children, onOpen, removeWords, onRemove }: ChipProps) {
  return (
    <span className={classes.chip}>
      <Button kind="plain" className={classes.open} title={title} onClick={onOpen}>
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
        <span className={layout.cut}>{children}</span>
      </Button>
      <Button kind="plain" className={classes.remove} aria-label={removeWords} title={removeWords} onClick={onRemove}>
        <X size={13} />
      </Button>
    </span>
  )
}
