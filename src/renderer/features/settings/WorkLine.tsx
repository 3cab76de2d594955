import type { ReactNode } from 'react'
import frames from '../../components/frames.module.css'
import { ProgressBar } from '../../components/jobs/ProgressBar.tsx'

interface WorkLineProps {
  readonly words: string
  /** Progress from 0 to 1; null if it is not known. */
  readonly progress: number | null
  readonly className: string | undefined
  /** More about the progress, below it. */
  readonly below?: ReactNode
  /** The button that cancels the work, if it can be cancelled. */
  readonly children: ReactNode
}

/** Progress of work on the data, with a way to cancel it. */
export function WorkLine({ words, progress, className, below, children }: WorkLineProps) {
  return (
    <div className={className}>
      <div className={frames.workWords}>
        <span role="status">{words}</span>
        <ProgressBar label={words} percent={progress === null ? null : Math.floor(progress * 100)} />
        {below}
      </div>
      {children}
    </div>
  )
}
