import type { VideoJob } from '../../../../shared/video.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './JobStateLine.module.css'
import { videoCard, videoWords } from './video-card.ts'

/** The icon of a job's state. */
export function StateIcon({ job, size }: { job: VideoJob; size: number }) {
  const { icon: Icon } = videoCard(job)
  return <Icon size={size} strokeWidth={size > 20 ? 1.5 : 2} aria-hidden="true" />
}

/** State of a job, as icon and words. */
export function JobStateLine({ job }: { job: VideoJob }) {
  const { t } = useTranslation()
  const { state, tone } = videoCard(job)
  return (
    <span className={classes.state} data-tone={tone} data-state={state}>
      <StateIcon job={job} size={13} />
      <span>{videoWords(t, job)}</span>
    </span>
  )
}
