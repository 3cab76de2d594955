import { ArrowDown, ArrowUp, Pause, Play, RotateCw, Square, X } from 'lucide-react'
import { hasEnded } from '../../../../shared/job-phase.ts'
import type { TranscriptionJob } from '../../../../shared/transcript.ts'
import { Button } from '../../../components/Button.tsx'
import { type Move, moveTarget } from '../../../components/jobs/queue-move.ts'
import { DeleteItem } from '../../../components/menu/DeleteItem.tsx'
import { MoreMenu } from '../../../components/menu/Menu.tsx'
import { MenuItem } from '../../../components/menu/MenuItem.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './QueueRow.module.css'
import { waitingLine } from './queue.ts'
import { askToSend, cancelJob, dismissJob, moveJob, pauseJob, resumeJob } from './queue-actions.ts'

/** Buttons of a job, and its menu. */
export function JobControls({ job }: { job: TranscriptionJob }) {
  const { t } = useTranslation()
  const { id, name } = job
  if (hasEnded(job.status)) {
    return (
      <div className={classes.controls} data-ended>
        <Control label={t('transcription.job.retry', { name })} onPress={(event) => askToSend(id, event)}>
          <RotateCw size={14} />
        </Control>
        <Control label={t('transcription.job.dismiss', { name })} onPress={() => void dismissJob(id)}>
          <X size={15} />
        </Control>
      </div>
    )
  }
  return (
    <div className={classes.controls}>
      {job.status === 'paused' ? (
        <Control label={t('transcription.job.resume', { name })} onPress={() => void resumeJob(id)}>
          <Play size={14} />
        </Control>
      ) : (
        <Control label={t('transcription.job.pause', { name })} onPress={() => void pauseJob(id)}>
          <Pause size={14} />
        </Control>
      )}
      <MoreMenu words={t('transcription.job.actions', { name })} size="small">
        <MoveItems jobId={id} />
        <DeleteItem icon={Square} onPress={() => void cancelJob(id)}>
          {t('transcription.job.cancel')}
        </DeleteItem>
      </MoreMenu>
    </div>
  )
}

interface ControlProps {
  readonly label: string
  readonly onPress: (event: React.MouseEvent) => void
  readonly children: React.ReactNode
}

function Control({ label, onPress, children }: ControlProps) {
  return (
    <Button kind="icon" size="small" aria-label={label} title={label} onClick={onPress}>
      {children}
    </Button>
  )
}

function MoveItems({ jobId }: { jobId: string }) {
  const { t } = useTranslation()
  const line = waitingLine(useTranscription((state) => state.queue.jobs))
  const can = (move: Move) => moveTarget(line, jobId, move) !== undefined
  return (
    <>
      <MenuItem icon={ArrowUp} aside="Alt+↑" disabled={!can('up')} onPress={() => moveJob(jobId, 'up')}>
        {t('transcription.job.up')}
      </MenuItem>
      <MenuItem icon={ArrowDown} aside="Alt+↓" disabled={!can('down')} onPress={() => moveJob(jobId, 'down')}>
        {t('transcription.job.down')}
      </MenuItem>
    </>
  )
}
