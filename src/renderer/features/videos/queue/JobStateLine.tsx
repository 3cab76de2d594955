import {
  ArrowUp,
  Ban,
  Check,
  CircleQuestionMark,
  CircleSlash,
  Clapperboard,
  Clock,
  Download,
  Hourglass,
  type LucideIcon,
  TimerOff,
  TriangleAlert,
  WifiOff,
} from 'lucide-react'
import type { VideoJob } from '../../../../shared/video.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './JobStateLine.module.css'
import { type JobState, stateOf, toneOf } from './job-state.ts'

const icons: Readonly<Record<JobState, LucideIcon>> = {
  queued: Clock,
  retrying: Hourglass,
  resting: WifiOff,
  submitting: ArrowUp,
  pending: Clock,
  processing: Clapperboard,
  word: CircleQuestionMark,
  downloading: Download,
  done: Check,
  failed: TriangleAlert,
  refused: Ban,
  cancelled: CircleSlash,
  expired: TimerOff,
  unknown: CircleQuestionMark,
  unclear: CircleQuestionMark,
}

/** The icon of a job's state. */
export function StateIcon({ job, size }: { job: VideoJob; size: number }) {
  const Icon = icons[stateOf(job)]
  return <Icon size={size} strokeWidth={size > 20 ? 1.5 : 2} aria-hidden="true" />
}

/** State of a job, as icon and words. */
export function JobStateLine({ job }: { job: VideoJob }) {
  const { t } = useTranslation()
  const state = stateOf(job)
  return (
    <span className={classes.state} data-tone={toneOf(state)} data-state={state}>
      <StateIcon job={job} size={13} />
      <span>{t(`videos.state.${state}`, { word: (job.word ?? '').slice(0, 40) })}</span>
    </span>
  )
}
