import classes from './Timeline.module.css'

/** Shows whether a row is marked. Words for it are the row's own. */
export function Tick({ on }: { on: boolean }) {
  return <span className={classes.tick} data-on={on || undefined} aria-hidden="true" />
}
