import { type ReactNode, useId } from 'react'
import classes from './form-column.module.css'

/** Connects a control with the label and the note of its `Field`. */
interface FieldControl {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

interface FieldProps {
  readonly label: string
  /** Controls at the end of the label's line. */
  readonly aside?: ReactNode
  readonly asideClass?: string | undefined
  readonly hint?: string | null
  /** The error of the value; replaces the hint. */
  readonly problem?: string | null
  /** False while the value is still typed. */
  readonly isAnnounced?: boolean
  readonly className?: string | undefined
  /** The control: a function if the label names it, else a control with its own name. */
  readonly children: ReactNode | ((control: FieldControl) => ReactNode)
}

/** A field of a form: label, control, and a hint or a problem. */
export function Field({
  label,
  aside,
  asideClass,
  hint = null,
  problem = null,
  isAnnounced = true,
  ...field
}: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = problem ?? hint
  const { className, children } = field
  return (
    <div className={className}>
      <div className={asideClass === undefined ? classes.label : `${classes.label} ${asideClass}`}>
        {typeof children === 'function' ? (
          <label className={classes.grow} htmlFor={id}>
            {label}
          </label>
        ) : (
          <span className={classes.grow} aria-hidden="true">
            {label}
          </span>
        )}
        {aside}
      </div>
      {typeof children === 'function'
        ? children({ id, 'aria-invalid': problem !== null, 'aria-describedby': note === null ? undefined : noteId })
        : children}
      {note === null ? null : (
        <p
          id={noteId}
          className={problem === null ? classes.hint : classes.problem}
          role={problem !== null && isAnnounced ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  )
}
