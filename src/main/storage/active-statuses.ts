import { isUnderWay, type JobStatus } from '../../shared/job-phase.ts'

/** Returns the statuses of a kind's active jobs, as a list for SQL's `IN`. */
export function activeStatuses(all: readonly JobStatus[]): string {
  const active = all.filter(isUnderWay).map((status) => `'${status}'`)
  return `(${active.join(', ')})`
}
