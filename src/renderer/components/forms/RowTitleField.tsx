import classes from './RowTitleField.module.css'
import { TitleField } from './TitleField.tsx'

interface RowTitleFieldProps {
  readonly label: string
  readonly title: string
  /** Selector of the row, which is focused afterwards unless the user went elsewhere. */
  readonly row: string
  readonly onDone: (title: string) => void
}

/** A list row's title while it is edited, in place of the row. */
export function RowTitleField({ label, title, row, onDone }: RowTitleFieldProps) {
  return (
    <TitleField
      className={classes.field}
      label={label}
      title={title}
      onDone={(name) => {
        onDone(name)
        requestAnimationFrame(() => {
          if (document.activeElement === document.body) document.querySelector<HTMLElement>(row)?.focus()
        })
      }}
    />
  )
}
