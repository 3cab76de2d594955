import { hasEnded } from '../../../../shared/job-phase.ts'
import type { TranscriptionJob, TranscriptionTarget } from '../../../../shared/transcript.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { swallowRepeat } from '../../../components/forms/swallow-repeat.ts'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { PayLine } from '../PayLine.tsx'
import { useTranscription } from '../transcription-store.ts'
import { piecesOf } from './queue.ts'
import { retryJob } from './queue-actions.ts'
import classes from './SendQuestion.module.css'
import { unsentMs } from './unsent-sound.ts'

function close(): void {
  useTranscription.setState({ question: null })
}

/** Asks before a recording is sent again, with its minutes and price. */
export function SendQuestion() {
  const question = useTranscription((state) => state.question)
  const job = useTranscription(({ queue }) => queue.jobs.find(({ id }) => id === question?.jobId))
  // it may have been dismissed or sent meanwhile
  if (question === null || job === undefined || !hasEnded(job.status)) return null
  return <Question job={job} target={question.target} />
}

function Question({ job, target }: { job: TranscriptionJob; target: TranscriptionTarget | null }) {
  const { t } = useTranslation()
  const pieces = piecesOf(job)
  return (
    <Dialog onClose={close} title={t('transcription.pay.title')}>
      <p className={classes.name}>
        <Line text={job.name} />
      </p>
      <div className={classes.text}>
        {job.status === 'unknown' ? <p>{t('transcription.job.mayCost')}</p> : null}
        {pieces === null || pieces.done === 0 ? null : (
          <p>{t('transcription.job.kept', { done: pieces.done, of: pieces.of })}</p>
        )}
        <PayLine target={target ?? job.request} soundMs={unsentMs(job)} />
      </div>
      <DialogFoot onCancel={close} cancelFocused>
        <Button
          kind={job.status === 'unknown' ? 'danger' : 'primary'}
          onClick={(event) => {
            swallowRepeat(event)
            close()
            void retryJob(job.id, target ?? undefined)
          }}
        >
          {t(job.status === 'unknown' ? 'transcription.job.sendAgain' : 'transcription.pay.send')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
