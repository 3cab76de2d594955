import type { ImageJob } from '../../../../shared/image.ts'
import { type CardKind, type CardRow, cardOf, type JobCard } from '../../../components/jobs/job-card.ts'
import type { Telling } from '../../../components/jobs/TickingWords.tsx'
import { elapsedWords, secondsUntil } from '../../../components/words/figure-words.ts'
import { hasAnswered } from '../../../platform/errors/gateway-sentence.ts'
import { canRefetch } from '../jobs.ts'

/** State of an image request as shown by its tile and its note. */
export type ImageState =
  | 'queued'
  | 'delayed'
  | 'making'
  /** The gateway has queued it, and Atelier polls. */
  | 'followed'
  | 'done'
  /** Fewer pictures than requested, or incomplete ones. */
  | 'fewer'
  | 'failed'
  | 'unknown'
  /** An answer arrived, but it does not state the outcome. */
  | 'unclear'
  | 'cancelled'

/** Actions on a request. The note of a failed one has the steps for its reason. */
export type ImageStep = 'cancel' | 'fetchAgain' | 'sendAgain' | 'dismiss'

function stateOf({ error, outcomes, retryAt, status }: ImageJob): ImageState {
  switch (status) {
    case 'waiting':
      if (retryAt !== null) return 'delayed'
      return outcomes.some(({ goesOn }) => goesOn === true) ? 'followed' : 'making'
    case 'sending':
    case 'saving':
      return outcomes.some(({ goesOn }) => goesOn === true) ? 'followed' : 'making'
    case 'done':
      return error === null ? 'done' : 'fewer'
    case 'unknown':
      return hasAnswered(error) ? 'unclear' : 'unknown'
    case 'queued':
    case 'failed':
    case 'cancelled':
      return status
    default:
      return status satisfies never
  }
}

type Row = CardRow<ImageJob, ImageStep>
const active: Row = { first: ['cancel'] }
const partial: Row = { first: (job) => (canRefetch(job) ? ['fetchAgain', 'dismiss'] : ['dismiss']) }
const unknown: Row = { first: ['sendAgain', 'dismiss'] }

const imageKind: CardKind<ImageJob, ImageState, ImageStep> = {
  stateOf,
  rows: {
    queued: active,
    delayed: active,
    making: active,
    followed: active,
    done: {},
    fewer: partial,
    failed: {},
    unknown,
    unclear: unknown,
    cancelled: partial,
  },
}

/** Returns what the tile and the note of a request show and offer. */
export function imageCard(job: ImageJob): JobCard<ImageState, ImageStep> {
  return cardOf(imageKind, job)
}

/** Returns the words of a tile whose picture is expected. */
export function tileWords({ now, t }: Telling, job: ImageJob): string {
  switch (stateOf(job)) {
    case 'queued':
      return t('images.queued')
    case 'delayed':
      return t('images.again', { time: elapsedWords(secondsUntil(job.retryAt ?? now, now) * 1000) })
    case 'followed':
      return t('images.goesOn')
    default:
      return elapsedWords(now - (job.sentAt ?? job.createdAt))
  }
}
