import { Menu } from '@mantine/core'
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
import { useTranslation } from 'react-i18next'
import type { VideoJob } from '../../../../shared/video.ts'
import { videoMeanings } from '../../../../shared/video-words.ts'
import buttons from '../../../components/buttons.module.css'
import { explainWord } from '../job-actions.ts'
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
export function JobStateLine({ job, tab }: { job: VideoJob; tab?: number }) {
  const { t } = useTranslation()
  const state = stateOf(job)
  const word = state === 'word' ? job.word : null
  return (
    <span className={classes.line}>
      <span className={classes.state} data-tone={toneOf(state)} data-state={state}>
        <StateIcon job={job} size={13} />
        <span>{t(`videos.state.${state}`, { word: (job.word ?? '').slice(0, 40) })}</span>
      </span>
      {word === null ? null : <WordMenu jobId={job.id} word={word} tab={tab ?? 0} />}
    </span>
  )
}

/** Lets the person choose the meaning of an unknown status word. */
function WordMenu({ jobId, word, tab }: { jobId: string; word: string; tab: number }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-start" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={`${buttons.link} ${classes.ask}`} tabIndex={tab}>
          {t('videos.wordMeaning')}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('videos.wordMenu', { word: word.slice(0, 40) })}</Menu.Label>
        {videoMeanings.map((meaning) => (
          <Menu.Item key={meaning} onClick={() => void explainWord(jobId, word, meaning)}>
            {t(`videos.meaning.${meaning}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
