import classes from './ProgressBar.module.css'

interface ProgressBarProps {
  readonly label: string
  /** Progress from 0 to 100; null if unknown. */
  readonly percent: number | null
}

/** Progress of a job's current step. */
export function ProgressBar({ label, percent }: ProgressBarProps) {
  return <progress className={classes.bar} aria-label={label} max={100} value={percent ?? undefined} />
}
