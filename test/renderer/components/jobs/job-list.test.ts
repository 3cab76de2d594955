import { describe, expect, it } from 'vitest'
import {
  isOvertaken,
  type JobList,
  type JobListAction,
  type JobListRules,
  jobListReducer,
  jobOf,
  noJobs,
} from '../../../../src/renderer/components/jobs/job-list.ts'
import type { JobStatus } from '../../../../src/shared/job-phase.ts'

interface Job {
  readonly id: string
  readonly createdAt: number
  readonly status: JobStatus
}

const job = (id: string, status: JobStatus = 'queued', createdAt = 1): Job => ({ id, status, createdAt })
const inOrder: JobListRules<Job> = { isListed: ({ status }) => status !== 'done', isNewestFirst: false }
const newestFirst: JobListRules<Job> = { ...inOrder, isNewestFirst: true }

function listAfter(rules: JobListRules<Job>, ...actions: readonly JobListAction<Job>[]): JobList<Job> {
  return actions.reduce<JobList<Job>>((list, action) => jobListReducer(list, action, rules), noJobs)
}
const ids = (list: JobList<Job>) => list.jobs.map(({ id }) => id)

describe('a list of jobs', () => {
  it('puts a new job first or last, depending on its kind', () => {
    const actions = [
      { type: 'job', job: job('a', 'queued', 1) },
      { type: 'job', job: job('b', 'queued', 2) },
    ] as const
    expect(ids(listAfter(inOrder, ...actions))).toEqual(['a', 'b'])
    expect(ids(listAfter(newestFirst, ...actions))).toEqual(['b', 'a'])
  })

  it.each([inOrder, newestFirst])('prefers an event to a list that was requested before it', (rules) => {
    const list = listAfter(
      rules,
      { type: 'job', job: job('gone') },
      { type: 'asking' },
      { type: 'job', job: job('a', 'done') },
      { type: 'job', job: job('b', 'failed') },
      { type: 'listed', jobs: [job('a', 'sending'), job('b', 'sending')] },
    )
    expect(list.jobs).toEqual([job('b', 'failed')])
  })

  it('does not restore a dismissed job', () => {
    const list = listAfter(
      inOrder,
      { type: 'job', job: job('a', 'failed') },
      { type: 'dismissed', jobId: 'a' },
      { type: 'job', job: job('a', 'failed') },
      { type: 'listed', jobs: [job('a', 'failed')] },
    )
    expect(ids(list)).toEqual([])
  })

  it('prefers an event to an answer that arrives after it', () => {
    expect(isOvertaken(listAfter(inOrder), 'a', null)).toBe(false)
    // the job's event arrives before the answer to its submission
    const sent = listAfter(inOrder, { type: 'job', job: job('a', 'sending') })
    expect(isOvertaken(sent, 'a', null)).toBe(true)
    // it is already done and gone; the answer must not bring it back
    const over = jobListReducer(sent, { type: 'job', job: job('a', 'done') }, inOrder)
    expect(ids(over)).toEqual([])
    expect(isOvertaken(over, 'a', null)).toBe(true)

    const failed = listAfter(inOrder, { type: 'job', job: job('a', 'failed') })
    const before = jobOf(failed, 'a')
    expect(isOvertaken(failed, 'a', before)).toBe(false)
    const saving = jobListReducer(failed, { type: 'job', job: job('a', 'saving') }, inOrder)
    expect(isOvertaken(saving, 'a', before)).toBe(true)
  })
})
