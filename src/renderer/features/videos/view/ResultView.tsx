import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import { hasEnded } from '../../../../shared/job-phase.ts'
import type { VideoJob } from '../../../../shared/video.ts'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import classes from '../../../components/pictures/detail-view.module.css'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { deleteShown, stepTo } from '../file-actions.ts'
import { markSeen } from '../job-actions.ts'
import { jobTable, useJob } from '../job-table.ts'
import { closeVideo } from '../panel-actions.ts'
import { StateIcon } from '../queue/JobStateLine.tsx'
import { videoWords } from '../queue/video-card.ts'
import { Facts } from './Facts.tsx'
import player from './Player.module.css'
import { ResultBar } from './ResultBar.tsx'
import { Stage } from './Stage.tsx'
import { useViewKeys } from './use-view-keys.ts'

/** Returns the gateway's last answer for a job, reloaded after every change of its state. */
function useAnswer(jobId: string, status: string | undefined): { answer: string | null; error: AppError | null } {
  const [state, setState] = useState<{ answer: string | null; error: AppError | null }>({ answer: null, error: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the status signals a change
  useEffect(() => {
    let current = true
    const before = jobTable.snapshot()
    void call('videos.get', { jobId }).then((answer) => {
      if (!current) return
      if (answer.ok) {
        jobTable.read([answer.value.job], before)
        setState({ answer: answer.value.answer, error: null })
      } else if (answer.error.code === 'not_found') closeVideo()
      else setState((last) => ({ ...last, error: answer.error }))
    })
    return () => {
      current = false
    }
  }, [jobId, status])
  return state
}

/** One job: its video, or its progress. */
export function ResultView({ jobId }: { jobId: string }) {
  const { t } = useTranslation()
  const job = useJob(jobId)
  const { answer, error } = useAnswer(jobId, job?.status)
  const focused = useRef<HTMLElement>(null)
  const unseen = job !== undefined && hasEnded(job.status) && !job.seen
  useEffect(() => {
    if (unseen) markSeen(jobId)
  }, [unseen, jobId])
  // the focused card is unmounted, so this view takes the focus
  useEffect(() => {
    if (document.activeElement === document.body) focused.current?.focus({ preventScroll: true })
  }, [])
  useViewKeys({
    onClose: closeVideo,
    onStep: (step) => void stepTo(jobId, step),
    onDelete: () => void deleteShown(jobId),
  })
  return (
    <section ref={focused} className={`${classes.view} ${classes.shown}`} tabIndex={-1} aria-label={t('videos.view')}>
      <ResultBar jobId={jobId} job={job} />
      {error === null ? null : (
        <div className={classes.note}>
          <ErrorNote error={error} place={{ where: 'other', hasText: false }} onDismiss={closeVideo} />
        </div>
      )}
      {job === undefined ? null : (
        <div className={classes.body}>
          <div className={classes.main}>
            {job.file === null ? <Waiting job={job} /> : <Stage key={job.id} job={job} file={job.file} />}
          </div>
          <Facts job={job} answer={answer} />
        </div>
      )}
    </section>
  )
}

/** Placeholder of the video. */
function Waiting({ job }: { job: VideoJob }) {
  const { t } = useTranslation()
  return (
    <div className={player.waiting}>
      <StateIcon job={job} size={32} />
      <p>{videoWords(t, job)}</p>
    </div>
  )
}
