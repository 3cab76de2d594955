import { memo } from 'react'
import { hasEnded } from '../../../../shared/job-phase.ts'
import type { TranscriptionJob } from '../../../../shared/transcript.ts'
import { Button } from '../../../components/Button.tsx'
import { ProgressBar } from '../../../components/jobs/ProgressBar.tsx'
import { TickingWords } from '../../../components/jobs/TickingWords.tsx'
import { Line } from '../../../components/words/Line.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { TrackSelect } from '../form/TrackSelect.tsx'
import { soundKind } from '../tell-error.ts'
import { openTranscript } from '../view/open-actions.ts'
import { JobControls } from './JobControls.tsx'
import { JobTrouble } from './JobTrouble.tsx'
import { jobWords } from './job-words.ts'
import classes from './QueueRow.module.css'
import { shareDone } from './queue.ts'
import { chooseTrack, moveJob } from './queue-actions.ts'

export const QueueRow = memo(QueueRowView)

/** A recording in the queue. Its finished part can be read already. */
function QueueRowView({ job }: { job: TranscriptionJob }) {
  const { t } = useTranslation()
  const { transcriptId } = job
  const words = (
    <>
      <b>
        <Line text={job.name} />
      </b>
      <TickingWords job={job} words={jobWords} />
      <AsIs job={job} />
      <Progress job={job} />
    </>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: an item of the virtual list, see QueueList
    <div
      role="listitem"
      className={classes.item}
      data-job={job.id}
      onKeyDown={(event) => {
        const move = event.altKey ? ({ ArrowUp: 'up', ArrowDown: 'down' } as const)[event.key] : undefined
        if (move === undefined) return
        event.preventDefault()
        if (moveJob(job.id, move)) keepFocus(job.id)
      }}
    >
      <div className={classes.top}>
        {transcriptId === null ? (
          <div className={classes.row}>{words}</div>
        ) : (
          <Button
            kind="row"
            className={classes.row}
            title={t('transcription.readSoFar')}
            onClick={() => void openTranscript(transcriptId)}
          >
            {words}
          </Button>
        )}
        <JobControls job={job} />
      </div>
      <Tracks job={job} />
      <JobTrouble job={job} />
    </div>
  )
}

/** Keeps the focus in a row that moves within the list. */
function keepFocus(jobId: string): void {
  const label = document.activeElement?.getAttribute('aria-label') ?? ''
  requestAnimationFrame(() => {
    const row = document.querySelector(`[data-job="${CSS.escape(jobId)}"]`)
    const buttons = [...(row?.querySelectorAll<HTMLElement>('button') ?? [])]
    const same = buttons.find((button) => button.getAttribute('aria-label') === label) ?? buttons[0]
    same?.focus()
  })
}

/** The sound tracks of a recording with several, while nothing of it was sent. */
function Tracks({ job }: { job: TranscriptionJob }) {
  if (job.sound === undefined || job.sentAt !== null) return null
  return (
    <TrackSelect sound={job.sound} chosen={job.sound.taken} onChoose={(track) => void chooseTrack(job.id, track)} />
  )
}

/** A note that a recording is sent unchanged, because no page can open it. */
function AsIs({ job }: { job: TranscriptionJob }) {
  const { t } = useTranslation()
  if (job.asIs !== true || hasEnded(job.status)) return null
  return <span className={classes.note}>{t('transcription.job.asIs', { kind: soundKind(job) })}</span>
}

function Progress({ job }: { job: TranscriptionJob }) {
  const { t } = useTranslation()
  const share = shareDone(job)
  if (share === null || hasEnded(job.status)) return null
  return (
    <div className={classes.progress}>
      <ProgressBar label={t('transcription.progressOf', { name: job.name })} percent={Math.round(share * 100)} />
    </div>
  )
}
