import { ArrowDown, ArrowUp, type LucideIcon, Pause, Play, RotateCw, Square, X } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { TranscriptionJob } from '../../../../shared/transcript.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { moveTarget } from '../../../components/jobs/queue-move.ts'
import { DeleteItem } from '../../../components/menu/DeleteItem.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './QueueRow.module.css'
import { waitingLine } from './queue.ts'
import { askToSend, cancelJob, dismissJob, moveJob, pauseJob, resumeJob } from './queue-actions.ts'
import { type SoundStep, soundCard } from './sound-card.ts'

interface StepShown {
  readonly icon: LucideIcon
  readonly run: (jobId: string, event: MouseEvent) => void
}

const steps: Readonly<Record<SoundStep, StepShown>> = {
  pause: { icon: Pause, run: (id) => void pauseJob(id) },
  resume: { icon: Play, run: (id) => void resumeJob(id) },
  retry: { icon: RotateCw, run: askToSend },
  dismiss: { icon: X, run: (id) => void dismissJob(id) },
  up: { icon: ArrowUp, run: (id) => void moveJob(id, 'up') },
  down: { icon: ArrowDown, run: (id) => void moveJob(id, 'down') },
  cancel: { icon: Square, run: (id) => void cancelJob(id) },
}

/** Buttons of a job, and its menu. */
export function JobControls({ job }: { job: TranscriptionJob }) {
  const { t } = useTranslation()
  const { id, name } = job
  const { first, more } = soundCard(job)
  return (
    <div className={classes.controls} data-ended={more.length === 0 || undefined}>
      {first.map((step) => (
        <IconButton
          key={step}
          icon={steps[step].icon}
          words={t(`transcription.job.${step}`, { name })}
          iconSize={step === 'dismiss' ? 15 : 14}
          size="small"
          onClick={(event) => steps[step].run(id, event)}
        />
      ))}
      {more.length === 0 ? null : (
        <MoreMenu words={t('transcription.job.actions', { name })} size="small">
          <MoreItems jobId={id} more={more} />
        </MoreMenu>
      )}
    </div>
  )
}

/** Further actions. Mounted only while the menu is open, so that a change of the queue renders no rows. */
function MoreItems({ jobId, more }: { jobId: string; more: readonly SoundStep[] }) {
  const { t } = useTranslation()
  const line = waitingLine(useTranscription((state) => state.queue.jobs))
  return more.map((step) => {
    const { icon, run } = steps[step]
    const isMove = step === 'up' || step === 'down'
    const item = {
      icon,
      onPress: (event: MouseEvent) => run(jobId, event),
      children: t(`transcription.job.${step}`),
    }
    return isMove ? (
      <MenuItem
        key={step}
        {...item}
        aside={step === 'up' ? 'Alt+↑' : 'Alt+↓'}
        disabled={moveTarget(line, jobId, step) === undefined}
      />
    ) : (
      <DeleteItem key={step} {...item} />
    )
  })
}
