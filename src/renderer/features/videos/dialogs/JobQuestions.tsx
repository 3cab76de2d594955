import type { VideoJob } from '../../../../shared/video.ts'
import { Button } from '../../../components/Button.tsx'
import { DangerDialog } from '../../../components/dialog/DangerDialog.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { QuestionDialog } from '../../../components/dialog/QuestionDialog.tsx'
import { swallowRepeat } from '../../../components/forms/swallow-repeat.ts'
import { sentences } from '../../../components/words/sentences.ts'
import { hasAnswered } from '../../../platform/errors/gateway-sentence.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { videoErrorWords } from '../error-words.ts'
import { cancelJob, retryJob } from '../job-actions.ts'
import { useJob } from '../job-table.ts'
import { cancelMeaning } from '../jobs.ts'
import { useVideos, type VideosQuestion } from '../videos-store.ts'
import classes from './JobQuestions.module.css'
import { ManyQuestion, ResubmitQuestion } from './PayQuestion.tsx'

function close(): void {
  useVideos.setState({ question: null })
}

/** Questions before actions that may cost money or cannot be undone. */
export function JobQuestions() {
  const question = useVideos((state) => state.question)
  return question === null ? null : <Asked question={question} />
}

function Asked({ question }: { question: VideosQuestion }) {
  const job = useJob(question.kind === 'many' ? '' : question.jobId)
  if (question.kind === 'many') return <ManyQuestion {...question} />
  if (job === undefined) return null
  switch (question.kind) {
    case 'cancel':
      return <CancelQuestion job={job} />
    case 'sendAgain':
      return <SendAgainQuestion job={job} />
    case 'resubmit':
      return <ResubmitQuestion job={job} />
    default:
      return question satisfies never
  }
}

/** Asks before a job is cancelled, and says that cancelling does not stop the gateway. */
function CancelQuestion({ job }: { job: VideoJob }) {
  const { t } = useTranslation()
  const meaning = cancelMeaning(job)
  const texts = {
    unsent: t('videos.cancelWaiting'),
    sent: t('videos.cancelSent'),
    downloading: t('videos.cancelDownload'),
  }
  return (
    <DangerDialog
      // the job may end while the dialog is open
      opened={meaning !== null}
      onClose={close}
      title={t('videos.cancelTitle')}
      prompt={job.request.prompt}
      cancel={t('videos.cancelKeep')}
      confirm={meaning === 'unsent' ? t('videos.cancelConfirmWaiting') : t('videos.cancelConfirm')}
      onConfirm={() => void cancelJob(job.id)}
    >
      <p className={dialog.text}>{meaning === null ? '' : texts[meaning]}</p>
    </DangerDialog>
  )
}

/** An explanation of what may have happened to a job with a lost answer, and what each choice does. */
function SendAgainQuestion({ job }: { job: VideoJob }) {
  const { t } = useTranslation()
  return (
    <QuestionDialog
      opened={job.status === 'unknown'}
      onClose={close}
      title={t('videos.sendAgainTitle')}
      prompt={job.request.prompt}
      cancel={t('videos.sendAgainLeave')}
      actions={
        <>
          <Button
            onClick={() => {
              close()
              void cancelJob(job.id)
            }}
          >
            {t('videos.sendAgainClose')}
          </Button>
          <Button
            kind="danger"
            onClick={(event) => {
              swallowRepeat(event)
              close()
              void retryJob(job.id)
            }}
          >
            {t('videos.sendAgainConfirm')}
          </Button>
        </>
      }
    >
      <p className={dialog.text}>
        {sentences(
          t,
          t(hasAnswered(job.error) ? 'videos.sendAgainTextAnswered' : 'videos.sendAgainText'),
          job.error === null ? null : videoErrorWords(t, job.error),
          job.attempts > 1 ? t('videos.sendAgainTimes', { times: job.attempts }) : null,
        )}
      </p>
      <ul className={classes.choices}>
        <li>
          <b>{t('videos.sendAgainConfirm')}</b> {t('videos.sendAgainChoiceAgain')}
        </li>
        <li>
          <b>{t('videos.sendAgainLeave')}</b> {t('videos.sendAgainChoiceLeave')}
        </li>
        <li>
          <b>{t('videos.sendAgainClose')}</b> {t('videos.sendAgainChoiceCancel')}
        </li>
      </ul>
    </QuestionDialog>
  )
}
