import { ListChecks, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import layout from '../layout.module.css'
import classes from './list-bar.module.css'

interface SelectionBarProps {
  readonly words: {
    readonly title: string
    /** Number of selected items, in words. */
    readonly count: string
    readonly all: string
    readonly end: string
  }
  readonly onAll: () => void
  readonly onEnd: () => void
  /** Actions on the marked items. */
  readonly children: ReactNode
}

/** A bar that replaces a list's bar while items are selected. */
export function SelectionBar({ words, onAll, onEnd, children }: SelectionBarProps) {
  return (
    <section className={`${classes.bar} ${classes.selection}`} aria-label={words.title}>
      <span className={classes.count} role="status">
        {words.count}
      </span>
      <span className={layout.fill} />
      <Button size="small" className={classes.all} aria-label={words.all} title={words.all} onClick={onAll}>
        <ListChecks size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>{words.all}</span>
      </Button>
      {children}
      <IconButton icon={X} words={words.end} onClick={onEnd} />
    </section>
  )
}
