import type { VideoDuration } from '../../../shared/video.ts'
import { dueAt } from '../../jobs/due-time.ts'
import type { VideoProgress } from '../../storage/video-jobs.ts'
import { intervalBounds } from './poll-schedule.ts'
import { isWatched } from './video-job-machine.ts'
import { isWithGateway } from './video-progress.ts'

/** A job as the planner needs it. */
export interface PlannedJob {
  readonly id: string
  readonly duration: VideoDuration
  readonly progress: VideoProgress
  /** True if one of its requests is running. */
  readonly busy: boolean
}

/** Limits of the plan. Times are in ms since 1970. */
export interface PlanLimits {
  /** Maximum number of videos at the gateway. */
  readonly atOnce: number
  readonly pollsPerMinute: number
  readonly downloadsAtOnce: number
  /** When the last poll of any job was sent; null before the first. */
  readonly lastPollAt: number | null
  /** False while the page's system is offline. */
  readonly online: boolean
  /** True if no video may be submitted automatically; videos at the gateway continue. */
  readonly paused: boolean
}

export interface Plan {
  /** The actions, in the order of execution. */
  readonly actions: readonly { readonly type: 'submit' | 'poll' | 'download'; readonly id: string }[]
  /** Latest time of the next plan if nothing changes; null when nothing waits. */
  readonly wakeAt: number | null
}

/**
 * Plans the next actions of all jobs, and the time of the next plan. `jobs` are those not ended, in queue order.
 * Nothing is polled before its shortest interval has passed, whoever asks.
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

/** Sentinel: sorts overdue jobs first, so that each gets its turn. */
const longAgo = 0

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
  // evenly spaced, so that no minute holds more than the limit, wherever it begins
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
  { atOnce, paused }: PlanLimits,
  waits: number[],
): readonly Action[] {
  if (paused) return []
  // a job whose key is still being fetched counts as sent
  const isOut = ({ progress, busy }: PlannedJob): boolean => busy || holdsPlace(progress)
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

/**
 * Returns true if the gateway works on a job, as far as known. A job that waits for something unusual must not block
 * others.
 */
function holdsPlace({ error, status, wordUnknown }: VideoProgress): boolean {
  return isWithGateway(status) && !wordUnknown && error?.code !== 'no_video_link'
}
