import { hasEnded } from '../../../../shared/job-phase.ts'
import type { VideoJob } from '../../../../shared/video.ts'
import { Button } from '../../../components/Button.tsx'
import { GatewaySays, ResultLink } from '../../../components/errors/ErrorNote.tsx'
import { TechnicalDetails } from '../../../components/errors/TechnicalDetails.tsx'
import { KeptNote } from '../../../components/KeptNote.tsx'
import classes from '../../../components/pictures/recipe.module.css'
import { CopyButton } from '../../../components/words/CopyButton.tsx'
import { elapsedWords, sizeWords } from '../../../components/words/figure-words.ts'
import { LongText } from '../../../components/words/LongText.tsx'
import { moneyWords } from '../../../components/words/money-words.ts'
import { pixelsOf } from '../../../components/words/size-words.ts'
import { momentWords } from '../../../components/words/time-words.ts'
import { useSecond } from '../../../components/words/use-now.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { detailsOf } from '../job-actions.ts'
import { tookOf } from '../jobs.ts'
import { choiceWords } from '../queue/choice-words.ts'
import { DownloadBar } from '../queue/DownloadBar.tsx'
import { JobStateLine } from '../queue/JobStateLine.tsx'
import { progressWords, requestWords, troubleWords } from '../queue/job-lines.ts'
import { runChoice } from '../queue/run-choice.ts'
import { type VideoStep, videoCard } from '../queue/video-card.ts'
import { WordMenu } from '../queue/WordMenu.tsx'
import { useCostOfVideos } from '../video-cost.ts'
import own from './Facts.module.css'

/** Actions that the bar, the player or the list already offer. */
const elsewhere: ReadonlySet<VideoStep> = new Set([
  'save',
  'delete',
  'copyPrompt',
  'copyDetails',
  'moveTop',
  'moveUp',
  'moveDown',
])

/** Actions in the row below a video that is there. */
const inUseFor: ReadonlySet<VideoStep> = new Set(['resubmit', 'edit'])

/** How the video was made, its properties, and actions on it. */
export function Facts({ job, answer }: { job: VideoJob; answer: string | null }) {
  const { t } = useTranslation()
  const { first, more } = videoCard(job)
  const choices = [...first, ...more].filter(
    (choice) => !elsewhere.has(choice) && (job.file === null || !inUseFor.has(choice)),
  )
  const { prompt } = job.request
  return (
    <aside className={classes.side} aria-label={t('videos.facts')}>
      <div>
        <JobStateLine job={job} />
        {hasEnded(job.status) ? <State job={job} now={Date.now()} /> : <TickingState job={job} />}
      </div>
      <KeptNote kind="video" ownerId={job.id} kept={job.kept ?? false} canReadAgain={job.canReadAgain ?? false} />
      <div className={classes.actions}>
        {choices.map((choice) => (
          <Button size="small" key={choice} onClick={() => runChoice(choice, job)}>
            {choiceWords(t, choice)}
          </Button>
        ))}
        <WordMenu job={job} size="small" />
      </div>
      <div>
        <div className={classes.label}>
          <h2>{t('videos.prompt')}</h2>
          <CopyButton text={() => prompt} label={t('videos.copyPrompt')} />
        </div>
        <p className={classes.text} dir="auto">
          <LongText text={prompt} />
        </p>
      </div>
      <Rows job={job} />
      <TechnicalDetails text={detailsOf(job, answer)} copyLabel={t('videos.copyDetails')} />
    </aside>
  )
}

function TickingState({ job }: { job: VideoJob }) {
  return <State job={job} now={useSecond()} />
}

function State({ job, now }: { job: VideoJob; now: number }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const telling = { t, language, now }
  const trouble = troubleWords(telling, job)
  return (
    <>
      {hasEnded(job.status) ? null : <p className={own.state}>{progressWords(telling, job).join(' · ')}</p>}
      {job.status === 'downloading' ? <DownloadBar job={job} /> : null}
      {trouble === null ? null : (
        <div className={own.state}>
          <p>{trouble}</p>
          {job.status === 'cancelled' ? null : <GatewaySays error={job.error} />}
          {job.link === null || job.status === 'cancelled' ? null : <ResultLink link={job.link} />}
        </div>
      )}
    </>
  )
}

/** Returns a first picture in words: its size in pixels or its link; null without one. */
function firstPictureWords({ firstPicture: media, request: { firstPicture } }: VideoJob): string | null {
  if (media !== undefined) return pixelsOf(media)
  return firstPicture !== undefined && 'url' in firstPicture ? firstPicture.url : null
}

function Rows({ job }: { job: VideoJob }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const cost = useCostOfVideos(job.request)
  const took = job.status === 'done' ? tookOf(job) : null
  const [, orientation, asked] = requestWords(t, job)
  const seconds = job.file?.duration ?? null
  const length =
    seconds === null
      ? asked
      : t('videos.seconds', {
          seconds: new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(seconds / 1000),
        })
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    [t('videos.model'), job.request.model],
    [t('videos.orientation'), orientation],
    [t('videos.length'), length],
    [t('videos.firstPicture'), firstPictureWords(job)],
    [t('videos.pixels'), job.file === null ? null : pixelsOf(job.file.media)],
    [t('videos.fileSize'), job.file === null ? null : sizeWords(language, job.file.media.bytes)],
    [t('videos.estimated'), cost === null ? null : t('videos.estimatedValue', { price: moneyWords(language, cost) })],
    [t('videos.submitted'), job.sentAt === null ? null : momentWords(language, job.sentAt)],
    [t('videos.tookLabel'), took === null ? null : elapsedWords(took)],
  ]
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value]) =>
        value == null || value === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
