import { hasEnded } from '../../../../shared/job-phase.ts'
import type { VideoJob } from '../../../../shared/video.ts'
import { type NextStep, nextStep } from '../../../platform/errors/next-step.ts'

/** Actions on a job. */
export type JobChoice =
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

export interface JobChoices {
  /** Buttons on the card, for the job's state. */
  readonly first: readonly JobChoice[]
  /** All other actions, in the menu. */
  readonly more: readonly JobChoice[]
}

const choiceOf: Readonly<Partial<Record<NextStep, JobChoice>>> = {
  retry: 'tryAgain',
  changePrompt: 'edit',
  chooseModel: 'chooseModel',
  openConnections: 'openConnection',
  copyLink: 'copyLink',
  openDataFolder: 'openDataFolder',
}

/** Returns the actions for the reason of a failure, together with polling again, which is free. */
function failedChoices(job: VideoJob, again: readonly JobChoice[]): readonly JobChoice[] {
  if (job.error === null) return [...again, 'edit']
  const place = { where: 'video', hasText: false, hasLink: job.link !== null, canFetch: job.canRefetch } as const
  const next = nextStep(job.error, place)
  const choice = next === null ? undefined : choiceOf[next.step]
  // a task known to the gateway is polled again, instead of being made and paid again
  if (choice === undefined || (choice === 'tryAgain' && again.length > 0)) return again.length > 0 ? again : ['edit']
  return [...again, choice]
}

/** Returns the buttons for a job's state. */
function firstChoices(job: VideoJob): readonly JobChoice[] {
  const asked: readonly JobChoice[] = job.canRefetch ? [job.taskId === null ? 'fetchAgain' : 'askAgain'] : []
  // reading a kept answer costs nothing
  const again: readonly JobChoice[] = job.canReadAgain === true ? [...asked, 'readAgain'] : asked
  switch (job.status) {
    case 'queued':
      return job.retryAt === null ? ['cancel'] : ['askNow', 'cancel']
    case 'submitting':
      return ['cancel']
    case 'pending':
    case 'processing':
      return ['askNow', 'cancel']
    case 'downloading':
      return job.retryAt === null ? ['cancel'] : ['askNow', 'cancel']
    case 'done':
      return []
    case 'failed':
      return failedChoices(job, again)
    case 'cancelled':
    case 'expired':
      return [...again, 'resubmit']
    case 'unknown':
      return [...again, 'sendAgain']
    default:
      return job.status satisfies never
  }
}

const always: readonly JobChoice[] = ['resubmit', 'edit', 'copyPrompt', 'copyDetails']
const moves: readonly JobChoice[] = ['moveTop', 'moveUp', 'moveDown']

/** Returns the actions available on a job in its current state. */
export function choicesFor(job: VideoJob): JobChoices {
  const first = firstChoices(job)
  const more = [
    ...(job.status === 'done' ? (['save'] as const) : []),
    ...(job.status === 'queued' ? moves : []),
    // a job that may already be made is repeated only by its own dialog, not by mistake
    ...always.filter((choice) => !(job.status === 'unknown' && choice === 'resubmit')),
    ...(hasEnded(job.status) ? (['delete'] as const) : []),
  ]
  return { first, more: more.filter((choice) => !first.includes(choice)) }
}
