import type { TFunction } from 'i18next'
import {
  ArrowUp,
  Ban,
  CircleQuestionMark,
  Clapperboard,
  Clock,
  Download,
  Hourglass,
  TimerOff,
  WifiOff,
} from 'lucide-react'
import type { VideoJob, VideoStatus } from '../../../../shared/video.ts'
import { type CardKind, type CardRow, cardOf, type JobCard } from '../../../components/jobs/job-card.ts'
import { hasAnswered } from '../../../platform/errors/gateway-sentence.ts'
import { type NextStep, nextStep } from '../../../platform/errors/next-step.ts'

/** State of a job as shown on a card. */
export type VideoState = VideoStatus | 'retrying' | 'resting' | 'word' | 'refused' | 'unclear'

/** Actions on a job. */
export type VideoStep =
  | 'cancel'
  | 'askNow'
  | 'askAgain'
  | 'fetchAgain'
  | 'readAgain'
  | 'sendAgain'
  | 'tryAgain'
  | 'openConnection'
  | 'chooseModel'
  | 'copyLink'
  | 'openDataFolder'
  | 'resubmit'
  | 'edit'
  | 'save'
  | 'moveTop'
  | 'moveUp'
  | 'moveDown'
  | 'copyPrompt'
  | 'copyDetails'
  | 'delete'

const neverReached: ReadonlySet<string> = new Set(['offline', 'address_not_found', 'refused', 'proxy_unset'])

function stateOf(job: VideoJob): VideoState {
  switch (job.status) {
    case 'queued':
      if (job.retryAt === null) return 'queued'
      return job.error !== null && neverReached.has(job.error.code) ? 'resting' : 'retrying'
    case 'pending':
    case 'processing':
      return job.wordUnknown && job.word !== null ? 'word' : job.status
    case 'failed':
      // it was never accepted: the gateway refused the submission
      return job.taskId === null && job.error?.status != null ? 'refused' : 'failed'
    case 'unknown':
      // an answer arrived, but it does not state the job's outcome
      return hasAnswered(job.error) ? 'unclear' : 'unknown'
    case 'submitting':
    case 'downloading':
    case 'done':
    case 'cancelled':
    case 'expired':
      return job.status
    default:
      return job.status satisfies never
  }
}

const stepOf: Readonly<Partial<Record<NextStep, VideoStep>>> = {
  retry: 'tryAgain',
  changePrompt: 'edit',
  chooseModel: 'chooseModel',
  openConnections: 'openConnection',
  copyLink: 'copyLink',
  openDataFolder: 'openDataFolder',
}

/** Returns the free steps after an end without a result: poll or fetch once more, read a kept answer once more. */
function freeSteps(job: VideoJob): readonly VideoStep[] {
  const asked: readonly VideoStep[] = job.canRefetch ? [job.taskId === null ? 'fetchAgain' : 'askAgain'] : []
  return job.canReadAgain === true ? [...asked, 'readAgain'] : asked
}

/** Returns the free steps and the one for the reason of a failure. */
function failedSteps(job: VideoJob): readonly VideoStep[] {
  const free = freeSteps(job)
  if (job.error === null) return [...free, 'edit']
  const place = { where: 'video', hasText: false, hasLink: job.link !== null, canFetch: job.canRefetch } as const
  const next = nextStep(job.error, place)
  const step = next === null ? undefined : stepOf[next.step]
  // the gateway knows the task: polling it again costs nothing, submitting it again would be paid twice
  if (step === undefined || (step === 'tryAgain' && free.length > 0)) return free.length > 0 ? free : ['edit']
  return [...free, step]
}

const always = ['resubmit', 'edit', 'copyPrompt', 'copyDetails'] as const satisfies readonly VideoStep[]

type Row = CardRow<VideoJob, VideoStep>
const queued: Row = { first: ['askNow', 'cancel'], more: ['moveTop', 'moveUp', 'moveDown', ...always] }
const watched: Row = { first: ['askNow', 'cancel'], more: always }
const ended: Row = { more: [...always, 'delete'] }
const failed: Row = { ...ended, first: failedSteps }
const repeatable: Row = { ...ended, first: (job) => [...freeSteps(job), 'resubmit'] }
const unknown: Row = {
  sign: { icon: CircleQuestionMark, tone: 'ask' },
  first: (job) => [...freeSteps(job), 'sendAgain'],
  // the gateway may have made this job already: only its dialog, which warns of that, submits it again
  more: ['edit', 'copyPrompt', 'copyDetails', 'delete'],
}

const videoKind: CardKind<VideoJob, VideoState, VideoStep> = {
  stateOf,
  rows: {
    queued: { ...queued, first: ['cancel'] },
    retrying: { ...queued, sign: { icon: Hourglass, tone: 'ask' } },
    resting: { ...queued, sign: { icon: WifiOff, tone: 'ask' } },
    submitting: { sign: { icon: ArrowUp, tone: 'run' }, first: ['cancel'], more: always },
    pending: { ...watched, sign: { icon: Clock, tone: 'quiet' } },
    processing: { ...watched, sign: { icon: Clapperboard, tone: 'run' } },
    word: { ...watched, sign: { icon: CircleQuestionMark, tone: 'ask' } },
    downloading: {
      sign: { icon: Download, tone: 'run' },
      first: ({ retryAt }) => (retryAt === null ? ['cancel'] : ['askNow', 'cancel']),
      more: always,
    },
    done: { more: ['save', ...always, 'delete'] },
    failed,
    refused: { ...failed, sign: { icon: Ban, tone: 'bad' } },
    cancelled: repeatable,
    expired: { ...repeatable, sign: { icon: TimerOff, tone: 'ask' } },
    unknown,
    unclear: unknown,
  },
}

/** Returns the state of a video in words. */
export function videoWords(t: TFunction, job: VideoJob): string {
  return t(`videos.state.${stateOf(job)}`, { word: (job.word ?? '').slice(0, 40) })
}

/** Returns what the card of a video shows and offers. */
export function videoCard(job: VideoJob): JobCard<VideoState, VideoStep> {
  return cardOf(videoKind, job)
}
