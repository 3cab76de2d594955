import { Menu } from '@mantine/core'
import { ArrowDown, ArrowUp, Ellipsis, Pause, Play, RotateCw, Square, X } from 'lucide-react'
import type { TranscriptionJob } from '../../../../shared/transcript.ts'
import { Button } from '../../../components/Button.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { transcription, useTranscription } from '../transcription-store.ts'
import classes from './QueueRow.module.css'
import { hasEnded, moveTarget } from './queue.ts'
import { askToSend, cancelJob, dismissJob, moveJob, pauseJob, resumeJob } from './queue-actions.ts'

/** Buttons of a job, and its menu. */
export function JobControls({ job }: { job: TranscriptionJob }) {
  const { t } = useTranslation()
  const { id, name } = job
  if (hasEnded(job)) {
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
      <Menu position="bottom-end" width={210} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <IconButton icon={Ellipsis} words={t('transcription.job.actions', { name })} iconSize={16} size="small" />
        </Menu.Target>
        <Menu.Dropdown>
          <MoveItems jobId={id} />
          <Menu.Item color="seal" leftSection={<Square size={14} />} onClick={() => void cancelJob(id)}>
            {t('transcription.job.cancel')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
  // renders again when the order changes
  useTranscription((state) => state.queue.jobs)
  const can = (by: -1 | 1) => moveTarget(transcription().queue.jobs, jobId, by) !== undefined
  const alt = (key: string) => <kbd>Alt+{key}</kbd>
  return (
    <>
      <Menu.Item
        leftSection={<ArrowUp size={14} />}
        rightSection={alt('↑')}
        disabled={!can(-1)}
        onClick={() => moveJob(jobId, -1)}
      >
        {t('transcription.job.up')}
      </Menu.Item>
      <Menu.Item
        leftSection={<ArrowDown size={14} />}
        rightSection={alt('↓')}
        disabled={!can(1)}
        onClick={() => moveJob(jobId, 1)}
      >
        {t('transcription.job.down')}
      </Menu.Item>
    </>
  )
}
