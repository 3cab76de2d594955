import type { ReactNode } from 'react'
import classes from '../forms/form-column.module.css'
import { onSubmitKey } from '../forms/keys.ts'

interface MediaFormProps {
  readonly title: string
  readonly label: string
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** The column with the form of a media panel. Ctrl+Enter (⌘+Enter) in any field submits it. */
export function MediaForm({ children, label, onSubmit, title }: MediaFormProps) {
  return (
    <aside className={classes.column} aria-label={label} onKeyDown={onSubmitKey(onSubmit)}>
      <div className={classes.bar}>
        <h1>{title}</h1>
      </div>
      <div className={classes.scroller}>{children}</div>
    </aside>
  )
}
