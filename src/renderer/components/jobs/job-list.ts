/** A page's list of jobs without a page of their own: active ones, and ended ones with a note. */
export interface JobList<Job> {
  readonly jobs: readonly Job[]
  /** Jobs with an event during the list's loading; the event is newer than the list. */
  readonly told: ReadonlySet<string>
  /** Dismissed jobs; a late event must not bring them back. */
  readonly dismissed: ReadonlySet<string>
}

/** The list before the first answer. */
export const noJobs = { jobs: [], told: new Set<string>(), dismissed: new Set<string>() } satisfies JobList<never>

/**
 * Changes of the list.
 * - `asking`, `listed`: main's list was asked for, and has arrived
 * - `job`: an event, or a call's answer
 */
export type JobListAction<Job> =
  | { readonly type: 'asking' }
  | { readonly type: 'listed'; readonly jobs: readonly Job[] }
  | { readonly type: 'job'; readonly job: Job }
  | { readonly type: 'dismissed'; readonly jobId: string }

interface ListedJob {
  readonly id: string
  /** ms since 1970. */
  readonly createdAt: number
}

/** The parts that differ between kinds. */
export interface JobListRules<Job> {
  /** Returns true if a job stays listed. */
  readonly isListed: (job: Job) => boolean
  /** True to show the newest job first; otherwise main's order applies, and a new job is last. */
  readonly isNewestFirst: boolean
}

/** Applies main's answers and events about jobs, in any order. */
export function jobListReducer<Job extends ListedJob>(
  list: JobList<Job>,
  action: JobListAction<Job>,
  { isListed, isNewestFirst }: JobListRules<Job>,
): JobList<Job> {
  const ordered = (jobs: readonly Job[]) => (isNewestFirst ? jobs.toSorted((a, b) => b.createdAt - a.createdAt) : jobs)
  switch (action.type) {
    case 'asking':
      return { ...list, told: new Set() }
    case 'listed': {
      const newer = new Map(list.jobs.filter(({ id }) => list.told.has(id)).map((job) => [job.id, job]))
      const listed = action.jobs
        // a job with an event that is no longer stored has left the list
        .filter(({ id }) => !list.dismissed.has(id) && (newer.has(id) || !list.told.has(id)))
        .map((job) => newer.get(job.id) ?? job)
      const known = new Set(listed.map(({ id }) => id))
      const added = [...newer.values()].filter(({ id }) => !known.has(id))
      return { ...list, jobs: ordered([...listed, ...added]).filter(isListed) }
    }
    case 'job': {
      const { job } = action
      if (list.dismissed.has(job.id)) return list
      const jobs = jobOf(list, job.id)
        ? list.jobs.map((other) => (other.id === job.id ? job : other))
        : ordered(isNewestFirst ? [job, ...list.jobs] : [...list.jobs, job])
      return { ...list, jobs: jobs.filter(isListed), told: new Set([...list.told, job.id]) }
    }
    case 'dismissed':
      return {
        ...list,
        jobs: list.jobs.filter(({ id }) => id !== action.jobId),
        dismissed: new Set([...list.dismissed, action.jobId]),
      }
    default:
      return action satisfies never
  }
}

/** Returns the page's version of a job; null for an unknown one. */
export function jobOf<Job extends ListedJob>(list: JobList<Job>, jobId: string): Job | null {
  return list.jobs.find(({ id }) => id === jobId) ?? null
}

/**
 * Returns true if a call's answer about a job is outdated. An event of the same change can arrive before or after the
 * answer. `before` is the job at the time of the call.
 */
export function isOvertaken<Job extends ListedJob>(list: JobList<Job>, jobId: string, before: Job | null): boolean {
  return jobOf(list, jobId) !== before || (before === null && list.told.has(jobId))
}
