import type { VideoDuration } from '../../../shared/video.ts'
import type { VideoProgress } from '../../storage/video-jobs.ts'
import { intervalBounds } from './poll-schedule.ts'
import { isWatched } from './video-job-machine.ts'
import { isWithGateway } from './video-progress.ts'

/** A job as the plan sees it. */
export interface PlannedJob {
  readonly id: string
  readonly duration: VideoDuration
  readonly progress: VideoProgress
  /** Whether a request of it is out at this moment. */
  readonly busy: boolean
}

/** Limits of the plan. Times are in ms since 1970. */
export interface PlanLimits {
  /** How many may be with the gateway at once. */
  readonly atOnce: number
  readonly pollsPerMinute: number
  readonly downloadsAtOnce: number
  /** When the last poll of any job went out; null where none did. */
  readonly lastPollAt: number | null
  /** False while the page's system says that there is no network. */
  readonly online: boolean
}

export interface Plan {
  /** In the order in which they are to be begun. */
  readonly actions: readonly { readonly type: 'submit' | 'poll' | 'download'; readonly id: string }[]
  /** When to plan again at the latest, if nothing changes; null where nothing waits. */
  readonly wakeAt: number | null
}

/** Nothing is ever due later than this after now: a clock that was set back must not leave a job lying, ms. */
const furthestMs = 60 * 60_000 + 5 * 60_000

/**
 * What is to be done now, for all jobs together, and when to look again. `jobs` are those that have not ended, in the
 * order of their turns. Nothing is polled before its shortest interval is over, whatever asks for it.
 */
export function plan(jobs: readonly PlannedJob[], now: number, limits: PlanLimits): Plan {
  if (!limits.online) return { actions: [], wakeAt: null }
  const waits: number[] = []
  const actions = [
    ...polls(jobs, now, limits, waits),
    ...downloads(jobs, now, limits, waits),
    ...submissions(jobs, now, limits, waits),
  ]
  return { actions, wakeAt: waits.length === 0 ? null : Math.min(...waits) }
}

type Action = Plan['actions'][number]

/** Before everything that has a time: what would be due "now" would be last in every line, and never have its turn. */
const longAgo = 0

/**
 * When something is due that was put off at `since`. Where the clock was set back meanwhile, `since` lies in the
 * future and says nothing any more: then it is due at once, which is one request too early at most.
 */
function dueAt(at: number | null, since: number | null, now: number): number {
  if (at === null || (since !== null && since > now) || at - now > furthestMs) return longAgo
  return at
}

function polls(
  jobs: readonly PlannedJob[],
  now: number,
  { pollsPerMinute, lastPollAt }: PlanLimits,
  waits: number[],
): readonly Action[] {
  const due = jobs
    .filter(({ progress, busy }) => isWatched(progress) && !busy)
    .map((job) => ({ id: job.id, at: pollableAt(job, now) }))
    .sort((one, other) => one.at - other.at)
  const [first] = due
  if (first === undefined) return []
  // one at a time, evenly: a minute never holds more than are allowed, wherever it begins
  const spacing = 60_000 / pollsPerMinute
  const free = lastPollAt === null || lastPollAt > now ? now : lastPollAt + spacing
  const at = Math.max(first.at, free)
  if (at > now) {
    waits.push(at)
    return []
  }
  const [, second] = due
  if (second !== undefined) waits.push(Math.max(second.at, now + spacing))
  return [{ type: 'poll', id: first.id }]
}

function pollableAt({ progress, duration }: PlannedJob, now: number): number {
  const [shortest] = intervalBounds(duration)
  const last = progress.polledAt ?? progress.acceptedAt
  const earliest = last === null || last > now ? longAgo : last + shortest
  return Math.max(earliest, dueAt(progress.nextPollAt, last, now))
}

function downloads(
  jobs: readonly PlannedJob[],
  now: number,
  { downloadsAtOnce }: PlanLimits,
  waits: number[],
): readonly Action[] {
  const wanted = jobs.filter(({ progress }) => progress.status === 'downloading')
  const room = downloadsAtOnce - wanted.filter(({ busy }) => busy).length
  const due: Action[] = []
  for (const { id, progress, busy } of wanted) {
    if (busy) continue
    const at = dueAt(progress.retryAt, progress.sentAt, now)
    if (at > now) waits.push(at)
    else if (due.length < room) due.push({ type: 'download', id })
  }
  return due
}

function submissions(
  jobs: readonly PlannedJob[],
  now: number,
  { atOnce }: PlanLimits,
  waits: number[],
): readonly Action[] {
  // one whose key is still being fetched is as good as out
  const isOut = ({ progress, busy }: PlannedJob): boolean => busy || isWithGateway(progress.status)
  const room = atOnce - jobs.filter((job) => job.progress.status !== 'downloading' && isOut(job)).length
  const due: Action[] = []
  for (const { id, progress, busy } of jobs) {
    if (progress.status !== 'queued' || busy) continue
    const at = dueAt(progress.retryAt, progress.sentAt, now)
    if (at > now) waits.push(at)
    else if (due.length < room) due.push({ type: 'submit', id })
  }
  return due
}
