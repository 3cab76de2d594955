import type { TFunction } from 'i18next'
import type { MouseEvent, ReactNode } from 'react'
import type { ImageChange, ImageJob } from '../../../../shared/image.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { TechnicalDetails } from '../../../components/errors/TechnicalDetails.tsx'
import { swallowRepeat } from '../../../components/forms/swallow-repeat.ts'
import { UnclearNote } from '../../../components/jobs/UnclearNote.tsx'
import { KeptNote } from '../../../components/KeptNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { ShowRequest } from '../../../components/window/ShowRequest.tsx'
import { sentences } from '../../../components/words/sentences.ts'
import { errorTitle } from '../../../platform/errors/error-title.ts'
import { errorDetails } from '../../../platform/errors/next-step.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../../platform/line-text.ts'
import {
  askToSendAgain,
  dismissJob,
  putBack,
  putBackAndChooseFile,
  putBackAndOpenMask,
  putBackAndPickModel,
  refetchJob,
} from '../job-actions.ts'
import { canRefetch, cutPictures, mayBeCharged, savedImages } from '../jobs.ts'
import { saveFile } from '../picture-actions.ts'
import { imageCard } from './image-card.ts'
import { StepButton } from './StepButton.tsx'

/** Note on how a job ended, with its actions. */
export function JobNote({ job }: { job: ImageJob }) {
  switch (imageCard(job).state) {
    case 'failed':
      return <FailedNote job={job} />
    case 'unknown':
    case 'unclear':
      return <UnknownNote job={job} />
    case 'cancelled':
      return <CancelledNote job={job} />
    case 'fewer':
      return <FewerNote job={job} />
    default:
      return null
  }
}

function FailedNote({ job }: { job: ImageJob }) {
  const { t } = useTranslation()
  const title = promptTitle(job.request.prompt)
  const broken = job.outcomes.find(({ state }) => state === 'failed')
  const error = job.error ?? broken?.error
  const link = broken?.link ?? null
  const answered = job.outcomes.length > 0
  const lead = answered
    ? t('images.notKept', { title, ...countsOf(job) })
    : error?.status != null
      ? t('images.refused', { title })
      : t('images.notMade', { title })
  if (error == null) return null
  const again = canRefetch(job)
  const cut = cutWords(t, job)
  const files = job.outcomes.flatMap(({ fileId }) => fileId ?? [])
  return (
    <ErrorNote
      error={error}
      lead={lead}
      {...(error.code === 'app_closed' && job.attempts === 0 ? { title: t('images.neverSent') } : {})}
      place={{ where: 'image', hasText: false, hasLink: link !== null, canFetch: again }}
      connectionId={job.request.connectionId}
      link={link}
      on={{
        changePrompt: () => void putBack(job),
        chooseModel: () => void putBackAndPickModel(job),
        chooseFile: () => void putBackAndChooseFile(job),
        openMask: () => void putBackAndOpenMask(job),
        // if the images were already made, retrying fetches them, which costs nothing
        ...(answered ? {} : { retry: () => askToSendAgain(job.id) }),
        ...(again ? { retry: () => void refetchJob(job.id), fetchAgain: () => void refetchJob(job.id) } : {}),
      }}
      onDismiss={() => void dismissJob(job.id)}
      below={
        <>
          {cut === null ? null : <p>{cut}</p>}
          {error.code === 'parameter_refused' ? (
            <Button size="small" onClick={askFor(job, 'withoutSpecial')}>
              {t('images.withoutOptions')}
            </Button>
          ) : null}
          {error.code === 'several_refused' ? <OtherPictures job={job} /> : null}
          {files.map((fileId) => (
            <Button size="small" key={fileId} onClick={() => void saveFile(fileId, t('images.saveFileName'))}>
              {t('images.saveFile')}
            </Button>
          ))}
          <KeptNote kind="image" ownerId={job.id} kept={job.kept ?? false} canReadAgain={job.canReadAgain ?? false} />
          {job.attempts === 0 ? null : <ShowRequest itemId={job.id} />}
        </>
      }
    />
  )
}

const askFor = (job: ImageJob, change: ImageChange) => (event: MouseEvent) => {
  swallowRepeat(event)
  askToSendAgain(job.id, change)
}

/** Other ways to send a request whose pictures were refused. Each asks first. */
function OtherPictures({ job }: { job: ImageJob }) {
  const { t } = useTranslation()
  return (
    <>
      <Button size="small" onClick={askFor(job, 'firstPicture')}>
        {t('images.firstOnly')}
      </Button>
      <Button size="small" onClick={askFor(job, 'otherField')}>
        {t('images.otherField')}
      </Button>
    </>
  )
}

/** Note for a successful job with fewer pictures than requested, or with incomplete ones. */
function FewerNote({ job }: { job: ImageJob }) {
  const { t } = useTranslation()
  const words = { title: promptTitle(job.request.prompt, 32), ...countsOf(job) }
  const isOne = words.count === 1 && cutPictures(job) === 1
  const reason = job.error?.gatewayMessage ?? null
  return (
    <LineNote
      job={job}
      words={
        isOne
          ? t('images.cut', words)
          : sentences(
              t,
              words.saved < words.count ? t('images.fewer', words) : t('images.allCame', words),
              cutWords(t, job),
              reason === null ? null : t('images.fewerReason', { reason }),
            )
      }
    >
      <KeptNote kind="image" ownerId={job.id} kept={job.kept ?? false} />
    </LineNote>
  )
}

/** Returns the number of saved pictures, and of those asked for; a gateway may have sent more. */
function countsOf(job: ImageJob) {
  return { saved: savedImages(job).length, count: Math.max(job.request.n, job.outcomes.length) }
}

function cutWords(t: TFunction, job: ImageJob): string | null {
  const count = cutPictures(job)
  return count === 0 ? null : t('images.cutAmong', { count })
}

function UnknownNote({ job }: { job: ImageJob }) {
  const { t } = useTranslation()
  const { first, state } = imageCard(job)
  const lead = state === 'unclear' ? 'images.unknownAnswered' : 'images.unknown'
  return (
    <UnclearNote
      error={job.error}
      lead={t(lead, { title: promptTitle(job.request.prompt) })}
      reason={job.error === null ? null : errorTitle(t, job.error)}
      actions={first.map((step) => <StepButton key={step} job={job} step={step} />)}
      below={
        <>
          <KeptNote kind="image" ownerId={job.id} kept={job.kept ?? false} canReadAgain={job.canReadAgain ?? false} />
          {job.error === null ? null : <TechnicalDetails text={errorDetails(job.error)} />}
        </>
      }
    >
      <p>{t('images.unknownText')}</p>
    </UnclearNote>
  )
}

function CancelledNote({ job }: { job: ImageJob }) {
  const { t } = useTranslation()
  const title = promptTitle(job.request.prompt, 32)
  return (
    <LineNote
      job={job}
      words={mayBeCharged(job) ? t('images.cancelledSent', { title }) : t('images.cancelled', { title })}
    />
  )
}

/** A quiet line on how a job ended. */
function LineNote({ children, job, words }: { children?: ReactNode; job: ImageJob; words: string }) {
  const { first } = imageCard(job)
  return (
    <Note
      tone="quiet"
      isSilent
      onDismiss={() => void dismissJob(job.id)}
      steps={first.includes('fetchAgain') ? <StepButton job={job} step="fetchAgain" /> : null}
      below={children}
    >
      {words}
    </Note>
  )
}
