import { Star } from 'lucide-react'
import { memo, useEffect } from 'react'
import { hasEnded } from '../../../../shared/job-phase.ts'
import type { VideoJob } from '../../../../shared/video.ts'
import { Button } from '../../../components/Button.tsx'
import { GatewaySays, ResultLink } from '../../../components/errors/ErrorNote.tsx'
import { withShift } from '../../../components/forms/keys.ts'
import { useDragOut } from '../../../components/pictures/hand-out.ts'
import { Line } from '../../../components/words/Line.tsx'
import { useSecond } from '../../../components/words/use-now.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText, promptTitle } from '../../../platform/line-text.ts'
import { isInBackground } from '../../../platform/system-notes.ts'
import { setFavourite, videoFileName } from '../file-actions.ts'
import { markSeen } from '../job-actions.ts'
import { useJob } from '../job-table.ts'
import { selectUpTo, toggleSelected } from '../list-actions.ts'
import { openVideo } from '../panel-actions.ts'
import { useVideos, videos } from '../videos-store.ts'
import { CardChoices, CardMenu } from './CardChoices.tsx'
import { DownloadBar } from './DownloadBar.tsx'
import { JobStateLine } from './JobStateLine.tsx'
import { progressWords, requestWords, troubleWords } from './job-lines.ts'
import { Poster } from './Poster.tsx'
import classes from './VideoCard.module.css'

interface VideoCardProps {
  readonly jobId: string
  readonly index: number
  readonly total: number
  readonly focusable: boolean
  readonly selected: boolean
  readonly selecting: boolean
}

function press(event: React.MouseEvent, jobId: string): void {
  if (event.shiftKey) void selectUpTo(jobId)
  else if (event.ctrlKey || event.metaKey || videos().selecting) toggleSelected(jobId)
  else openVideo(jobId)
}

/** A job of the list; it subscribes only to its own job. */
export const VideoCard = memo(function VideoCard(props: VideoCardProps) {
  const job = useJob(props.jobId)
  return job === undefined ? <Blank /> : <Known {...props} job={job} />
})

function Blank() {
  // biome-ignore lint/a11y/useSemanticElements: an item of the virtual list, see QueueList
  return <div role="listitem" className={`${classes.card} ${classes.unread}`} />
}

/** How long a card must be visible before its result counts as seen, in ms. */
const seenAfterMs = 3000

/** Marks an ended job as seen after its card was visible for a while. */
function useSeen(job: VideoJob): void {
  const unseen = hasEnded(job.status) && !job.seen
  const { id } = job
  useEffect(() => {
    if (!unseen) return undefined
    const timer = setInterval(() => {
      if (isInBackground()) return
      clearInterval(timer)
      markSeen(id)
    }, seenAfterMs)
    return () => clearInterval(timer)
  }, [unseen, id])
}

function Known({ job, index, total, focusable, selected, selecting }: VideoCardProps & { readonly job: VideoJob }) {
  const { t } = useTranslation()
  const tab = focusable ? 0 : -1
  const title = promptTitle(job.request.prompt, 60)
  const unseen = hasEnded(job.status) && !job.seen
  useSeen(job)
  const drag = useDragOut(job.file?.media ?? null, () => videoFileName(job.id))
  return (
    // biome-ignore lint/a11y/useSemanticElements: an item of the virtual list, see QueueList
    <div
      role="listitem"
      aria-setsize={total}
      aria-posinset={index + 1}
      className={classes.card}
      data-selected={selected || undefined}
      data-job-card={job.id}
      onFocus={() => {
        if (videos().active !== job.id) useVideos.setState({ active: job.id })
      }}
    >
      <Button
        kind="plain"
        className={classes.open}
        data-job={job.id}
        tabIndex={tab}
        aria-label={t('videos.open', { title })}
        title={lineText(job.request.prompt)}
        aria-pressed={selecting ? selected : undefined}
        onClick={(event) => press(event, job.id)}
        {...drag}
      >
        <Poster job={job} />
      </Button>
      <input
        type="checkbox"
        className={classes.check}
        data-shown={selecting || undefined}
        tabIndex={tab}
        aria-label={t('videos.selectOne', { title })}
        checked={selected}
        onChange={(event) => (withShift(event) ? void selectUpTo(job.id) : toggleSelected(job.id))}
      />
      <div className={classes.words}>
        <div className={classes.top}>
          <JobStateLine job={job} />
          {unseen ? <span className={classes.unseen}>{t('videos.unseen')}</span> : null}
          <span className={classes.grow} />
          <Button
            kind="plain"
            className={classes.star}
            tabIndex={tab}
            aria-pressed={job.favourite}
            aria-label={t('videos.favourite')}
            title={t('videos.favourite')}
            onClick={() => void setFavourite([job.id], !job.favourite)}
          >
            <Star size={14} fill={job.favourite ? 'currentColor' : 'none'} aria-hidden="true" />
          </Button>
          <CardMenu job={job} title={title} tab={tab} />
        </div>
        <p className={classes.prompt}>{lineText(job.request.prompt)}</p>
        <Lines job={job} />
        <CardChoices job={job} title={title} tab={tab} />
      </div>
    </div>
  )
}

/** The lines of a card; they tick every second, but only while time matters. */
function Lines({ job }: { job: VideoJob }) {
  return hasEnded(job.status) ? <LinesAt job={job} now={Date.now()} /> : <TickingLines job={job} />
}

function TickingLines({ job }: { job: VideoJob }) {
  return <LinesAt job={job} now={useSecond()} />
}

function LinesAt({ job, now }: { job: VideoJob; now: number }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const telling = { t, language, now }
  const trouble = troubleWords(telling, job)
  const [model = '', ...asked] = requestWords(t, job)
  return (
    <>
      <p className={classes.meta}>
        <span className={classes.model}>
          <Line text={model} />
        </span>
        <span className={classes.asked}>{asked.map((words) => ` · ${words}`).join('')}</span>
      </p>
      <p className={classes.progress}>{progressWords(telling, job).join(' · ')}</p>
      {job.status === 'downloading' ? <DownloadBar job={job} /> : null}
      {trouble === null ? null : (
        <div className={classes.trouble}>
          <p>{trouble}</p>
          {job.status === 'cancelled' ? null : <GatewaySays error={job.error} />}
          {job.link === null || job.status === 'cancelled' ? null : <ResultLink link={job.link} />}
        </div>
      )}
    </>
  )
}
