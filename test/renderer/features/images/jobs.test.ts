import { describe, expect, it } from 'vitest'
import {
  endedCellsMax,
  endedJobs,
  frontCells,
  type JobsAction,
  type JobsState,
  jobsReducer,
  noImageJobs,
  pendingCells,
} from '../../../../src/renderer/features/images/jobs.ts'
import { isUnderWay } from '../../../../src/shared/job-phase.ts'
import { job, outcome, plainRequest } from './images-made.ts'

function stateAfter(...actions: readonly JobsAction[]): JobsState {
  return actions.reduce(jobsReducer, noImageJobs)
}
const ids = (state: JobsState) => state.jobs.map(({ id }) => id)

describe('the image jobs of the page', () => {
  it('jobs are listed newest first', () => {
    const state = stateAfter(
      { type: 'job', job: job('a', { createdAt: 1 }) },
      { type: 'job', job: job('b', { createdAt: 2 }) },
      { type: 'job', job: job('a', { createdAt: 1, status: 'failed' }) },
    )
    expect(ids(state)).toEqual(['b', 'a'])
    expect(state.jobs.filter(({ status }) => isUnderWay(status)).map(({ id }) => id)).toEqual(['b'])
    expect(endedJobs(state.jobs).map(({ id }) => id)).toEqual(['a'])
  })

  it('an event takes precedence over a list that was requested before it', () => {
    const state = stateAfter(
      { type: 'job', job: job('old') },
      { type: 'asking' },
      { type: 'job', job: job('a', { status: 'failed' }) },
      { type: 'listed', jobs: [job('a', { status: 'sending' }), job('b', { createdAt: 5000 })] },
    )
    expect(ids(state)).toEqual(['b', 'a'])
    expect(state.jobs[1]?.status).toBe('failed')
  })

  it('jobs stay dismissed when a late event arrives', () => {
    const state = stateAfter(
      { type: 'job', job: job('a', { status: 'failed' }) },
      { type: 'dismissed', jobId: 'a' },
      { type: 'job', job: job('a', { status: 'failed' }) },
      { type: 'listed', jobs: [job('a', { status: 'failed' })] },
    )
    expect(ids(state)).toEqual([])
  })

  it('tiles have the requested shape, so that nothing moves when the picture arrives', () => {
    const ratiosOf = (size: string | null) => {
      const one = job('a', { status: 'sending', request: { ...plainRequest, n: 2, size } })
      return pendingCells(stateAfter({ type: 'job', job: one })).map(({ ratio }) => ratio)
    }
    expect(ratiosOf('1536x1024')).toEqual([1.5, 1.5])
    expect(ratiosOf(null)).toEqual([1, 1])
  })

  it('successful jobs stay until the grid has their images, so that nothing jumps', () => {
    const done = job('a', { status: 'done', outcomes: [outcome('saved', 'x'), outcome('saved', 'y')] })
    const waiting = stateAfter({ type: 'job', job: done })
    expect(pendingCells(waiting)).toHaveLength(2)
    const half = jobsReducer(waiting, { type: 'landed', imageIds: ['x'] })
    expect(pendingCells(half).map(({ key }) => key)).toEqual(['a:1'])
    const all = jobsReducer(half, { type: 'landed', imageIds: ['x', 'y'] })
    expect(ids(all)).toEqual([])
    expect(all.landed.size).toBe(0)
  })

  it('jobs without images disappear at once', () => {
    expect(ids(stateAfter({ type: 'job', job: job('a', { status: 'done' }) }))).toEqual([])
  })

  it('jobs keep their state object if no awaited image arrived', () => {
    const state = stateAfter({ type: 'job', job: job('a') })
    expect(jobsReducer(state, { type: 'landed', imageIds: [] })).toBe(state)
  })
})

describe('the cells of expected pictures', () => {
  it('there are as many placeholders as expected images', () => {
    const four = stateAfter({ type: 'job', job: job('a', { request: { ...plainRequest, n: 4 } }) })
    expect(pendingCells(four)).toHaveLength(4)
    expect(pendingCells(four).filter(({ first }) => first)).toHaveLength(1)
  })

  it('placeholders disappear as images arrive, and are fewer if fewer arrived', () => {
    const saving = job('a', {
      status: 'saving',
      request: { ...plainRequest, n: 4 },
      outcomes: [outcome('saved', 'x'), outcome('failed'), outcome('pending')],
    })
    const state = stateAfter({ type: 'job', job: saving }, { type: 'landed', imageIds: ['x'] })
    expect(pendingCells(state).map(({ key, first }) => [key, first])).toEqual([['a:2', true]])
  })

  it('each of the newest jobs that need the user has one placeholder, where its pictures were expected', () => {
    const failed = { status: 'failed', request: { ...plainRequest, n: 4 } } as const
    const some = stateAfter(
      { type: 'job', job: job('old', { createdAt: 1 }) },
      { type: 'job', job: job('a', { createdAt: 2, ...failed }) },
      { type: 'job', job: job('b', { createdAt: 3, status: 'cancelled' }) },
      { type: 'job', job: job('new', { createdAt: 4 }) },
    )
    expect(frontCells(some).map((cell) => cell.job.id)).toEqual(['new', 'a', 'old'])
    const many = stateAfter(
      ...Array.from({ length: 9 }, (_, at) => ({
        type: 'job' as const,
        job: job(`f${at}`, { createdAt: at, status: 'unknown' }),
      })),
    )
    expect(frontCells(many)).toHaveLength(endedCellsMax)
    expect(frontCells(many)[0]?.job.id).toBe('f8')
  })

  it('a failed job has no placeholders', () => {
    for (const status of ['failed', 'unknown', 'cancelled'] as const) {
      expect(pendingCells(stateAfter({ type: 'job', job: job('a', { status }) }))).toEqual([])
    }
  })
})
