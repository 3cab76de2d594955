import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

interface EmptyStateProps {
  readonly icon?: LucideIcon
  readonly title: string
  /** Sentences below the title, a paragraph each. */
  readonly hints?: readonly string[]
  /** Buttons of the next steps. */
  readonly children?: ReactNode
}

/** An empty panel or list: says so, and offers the next steps, centred in the remaining space. */
export function EmptyState({ icon: Icon, title, hints = [], children }: EmptyStateProps) {
  return (
    <div className={classes.empty} data-empty>
      {Icon === undefined ? null : <Icon size={28} strokeWidth={1.5} aria-hidden="true" />}
      <h2>{title}</h2>
      {hints.map((hint) => (
        <p key={hint}>{hint}</p>
      ))}
      {children === undefined ? null : <div className={classes.steps}>{children}</div>}
    </div>
  )
}
