import { useTranslation } from 'react-i18next'
import type { TranscriptionJob } from '../../../../shared/transcript.ts'
import { ErrorNote } from '../../../app/errors/ErrorNote.tsx'
import buttons from '../../../components/buttons.module.css'
import { soundErrorWords } from '../tell-error.ts'
import { useTranscription } from '../transcription-store.ts'
import classes from './QueueRow.module.css'
import { piecesOf } from './queue.ts'
import { dismissJob, retryJob } from './queue-actions.ts'

/** Why a job did not go well, and what can be done about it. */
export function JobTrouble({ job }: { job: TranscriptionJob }) {
  switch (job.status) {
    case 'failed':
      return <Failed job={job} />
    case 'unknown':
      return <Unknown job={job} />
    case 'stopped':
      return <Stopped job={job} />
    case 'receiving':
    case 'preparing':
    case 'queued':
    case 'sending':
    case 'waiting':
    case 'paused':
    case 'done':
      return null
    default:
      return job.status satisfies never
  }
}

/** Says that nothing is lost, where something of it is there already. */
function useKept(job: TranscriptionJob): string | null {
  const { t } = useTranslation()
  const pieces = piecesOf(job)
  return pieces === null || pieces.done === 0 ? null : t('transcription.job.kept', { done: pieces.done, of: pieces.of })
}

function Failed({ job }: { job: TranscriptionJob }) {
  const kept = useKept(job)
  if (job.error === null) return null
  return (
    <div className={classes.trouble}>
      <ErrorNote
        error={job.error}
        title={soundErrorWords(job.error)}
        lead={kept ?? undefined}
        place={{ where: 'sound', hasText: false }}
        on={{
          retry: () => void retryJob(job.id),
          chooseModel: () => useTranscription.setState({ pickerOpen: true }),
        }}
      />
    </div>
  )
}

function Unknown({ job }: { job: TranscriptionJob }) {
  const { t } = useTranslation()
  const kept = useKept(job)
  return (
    <div className={`${classes.trouble} ${classes.unknown}`} role="alert">
      <div>
        {job.error === null ? null : <strong>{soundErrorWords(job.error)}</strong>}
        <p>{t('transcription.job.mayCost')}</p>
        {kept === null ? null : <p>{kept}</p>}
      </div>
      <Actions job={job} again={t('transcription.job.sendAgain')} />
    </div>
  )
}

function Stopped({ job }: { job: TranscriptionJob }) {
  const { t } = useTranslation()
  const kept = useKept(job)
  return (
    <div className={classes.trouble}>
      {kept === null ? null : <p className={classes.kept}>{kept}</p>}
      <Actions job={job} again={t('transcription.job.goOn')} />
    </div>
  )
}

function Actions({ job, again }: { job: TranscriptionJob; again: string }) {
  const { t } = useTranslation()
  const small = `${buttons.quiet} ${buttons.small}`
  return (
    <div className={classes.actions}>
      <button type="button" className={small} onClick={() => void retryJob(job.id)}>
        {again}
      </button>
      <button type="button" className={small} onClick={() => void dismissJob(job.id)}>
        {t('app.dismiss')}
      </button>
    </div>
  )
}
