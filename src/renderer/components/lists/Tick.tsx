import classes from './Tick.module.css'

/** A mark that shows whether a row is selected. The row provides the text for screen readers. */
export function Tick({ on }: { on: boolean }) {
  return <span className={classes.tick} data-on={on || undefined} aria-hidden="true" />
}
