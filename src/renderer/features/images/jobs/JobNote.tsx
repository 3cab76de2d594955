import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { ImageJob } from '../../../../shared/image.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorDetails, ErrorNote, GatewaySays } from '../../../components/errors/ErrorNote.tsx'
import { swallowRepeat } from '../../../components/forms/swallow-repeat.ts'
import { KeptNote } from '../../../components/KeptNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { ShowRequest } from '../../../components/window/ShowRequest.tsx'
import { sentences } from '../../../components/words/sentences.ts'
import { errorTitle } from '../../../platform/errors/error-title.ts'
import { hasAnswered } from '../../../platform/errors/gateway-sentence.ts'
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

/** Note on how a job ended, with its actions. */
export function JobNote({ job }: { job: ImageJob }) {
  switch (job.status) {
    case 'failed':
      return <FailedNote job={job} />
    case 'unknown':
      return <UnknownNote job={job} />
    case 'cancelled':
      return <CancelledNote job={job} />
    case 'queued':
    case 'sending':
    case 'waiting':
    case 'saving':
      return null
    case 'done':
      return job.error === null ? null : <FewerNote job={job} error={job.error} />
    default:
      return job.status satisfies never
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

/** Note for a successful job with fewer pictures than requested, or with incomplete ones. */
function FewerNote({ job, error }: { job: ImageJob; error: AppError }) {
  const { t } = useTranslation()
  const words = { title: promptTitle(job.request.prompt, 32), ...countsOf(job) }
  const isOne = words.count === 1 && cutPictures(job) === 1
  return (
    <EndLine job={job} below={<KeptNote kind="image" ownerId={job.id} kept={job.kept ?? false} />}>
      {isOne
        ? t('images.cut', words)
        : sentences(
            t,
            words.saved < words.count ? t('images.fewer', words) : t('images.allCame', words),
            cutWords(t, job),
            error.gatewayMessage === null ? null : t('images.fewerReason', { reason: error.gatewayMessage }),
          )}
    </EndLine>
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
  return (
    <Note
      onDismiss={() => void dismissJob(job.id)}
      steps={
        <Button
          size="small"
          onClick={(event) => {
            // a double press must not close the question
            swallowRepeat(event)
            askToSendAgain(job.id)
          }}
        >
          {t('images.sendAgainAsk')}
        </Button>
      }
      below={
        <>
          <KeptNote kind="image" ownerId={job.id} kept={job.kept ?? false} canReadAgain={job.canReadAgain ?? false} />
          {job.error === null ? null : <ErrorDetails error={job.error} />}
        </>
      }
    >
      <p>
        {t(hasAnswered(job.error) ? 'images.unknownAnswered' : 'images.unknown', {
          title: promptTitle(job.request.prompt),
        })}
      </p>
      <p>{job.error === null ? '' : errorTitle(t, job.error)}</p>
      <GatewaySays error={job.error} />
      <p>{t('images.unknownText')}</p>
    </Note>
  )
}

function CancelledNote({ job }: { job: ImageJob }) {
  const { t } = useTranslation()
  const title = promptTitle(job.request.prompt, 32)
  return (
    <EndLine job={job}>
      {mayBeCharged(job) ? t('images.cancelledSent', { title }) : t('images.cancelled', { title })}
    </EndLine>
  )
}

interface EndLineProps {
  readonly job: ImageJob
  readonly below?: ReactNode
  readonly children: ReactNode
}

/** A quiet line on how a job ended. */
function EndLine({ job, ...note }: EndLineProps) {
  const { t } = useTranslation()
  return (
    <Note
      tone="quiet"
      isSilent
      onDismiss={() => void dismissJob(job.id)}
      steps={
        canRefetch(job) ? (
          <Button size="small" onClick={() => void refetchJob(job.id)}>
            {t('steps.fetchAgain')}
          </Button>
        ) : null
      }
      {...note}
    />
  )
}
