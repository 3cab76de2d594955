import { describe, expect, it } from 'vitest'
import { noJobs } from '../../../../src/renderer/components/jobs/job-list.ts'
import { moveTarget } from '../../../../src/renderer/components/jobs/queue-move.ts'
import {
  piecesOf,
  type QueueAction,
  type QueueState,
  queueReducer,
  shareDone,
  waitingLine,
} from '../../../../src/renderer/features/transcription/queue/queue.ts'
import { isUnderWay } from '../../../../src/shared/job-phase.ts'
import { sound as job } from './sounds-made.ts'

const piece = (index: number, state: 'waiting' | 'sending' | 'done') => ({
  index,
  from: index * 1000,
  to: index * 1000 + 1100,
  state,
})
function stateAfter(...actions: readonly QueueAction[]): QueueState {
  return actions.reduce(queueReducer, noJobs)
}
const ids = (state: QueueState) => state.jobs.map(({ id }) => id)

describe('the transcription queue', () => {
  it('keeps the order in which jobs run', () => {
    const state = stateAfter(
      { type: 'job', job: job('a') },
      { type: 'job', job: job('b') },
      { type: 'job', job: job('a', { status: 'sending' }) },
    )
    expect(ids(state)).toEqual(['a', 'b'])
    expect(state.jobs[0]?.status).toBe('sending')
  })

  it('drops successful jobs, and keeps the others', () => {
    const state = stateAfter(
      { type: 'job', job: job('a') },
      { type: 'job', job: job('b') },
      { type: 'job', job: job('a', { status: 'done' }) },
      { type: 'job', job: job('b', { status: 'failed' }) },
    )
    expect(ids(state)).toEqual(['b'])
    expect(state.jobs.filter(({ status }) => isUnderWay(status)).length).toBe(0)
  })

  it('prefers an event to a list that was requested before it', () => {
    const state = stateAfter(
      { type: 'job', job: job('old') },
      { type: 'asking' },
      { type: 'job', job: job('a', { status: 'done' }) },
      { type: 'job', job: job('b', { status: 'paused' }) },
      { type: 'listed', jobs: [job('c'), job('a'), job('b')] },
    )
    expect(ids(state)).toEqual(['c', 'b'])
    expect(state.jobs[1]?.status).toBe('paused')
  })

  it('does not restore a job that was removed from the list', () => {
    const state = stateAfter(
      { type: 'job', job: job('a') },
      { type: 'dismissed', jobId: 'a' },
      { type: 'job', job: job('a', { status: 'failed' }) },
      { type: 'listed', jobs: [job('a')] },
    )
    expect(ids(state)).toEqual([])
  })

  it('reorders only waiting jobs', () => {
    const jobs = [job('s', { status: 'sending' }), job('a'), job('f', { status: 'failed' }), job('b'), job('c')]
    const line = waitingLine(jobs)
    expect(moveTarget(line, 's', 'down')).toBeUndefined()
    expect(moveTarget(line, 'a', 'up')).toBeUndefined()
    expect(moveTarget(line, 'a', 'down')).toBe('c')
    expect(moveTarget(line, 'b', 'down')).toBeNull()
    expect(moveTarget(line, 'c', 'up')).toBe('b')
    expect(moveTarget(line, 'c', 'down')).toBeUndefined()
    const listed = stateAfter({ type: 'listed', jobs })
    expect(ids(queueReducer(listed, { type: 'moved', jobId: 'c', beforeId: 'a' }))).toEqual(['s', 'c', 'a', 'f', 'b'])
    expect(ids(queueReducer(listed, { type: 'moved', jobId: 'a', beforeId: null }))).toEqual(['s', 'f', 'b', 'c', 'a'])
    expect(ids(queueReducer(listed, { type: 'moved', jobId: 'a', beforeId: 'gone' }))).toEqual(ids(listed))
  })
})

describe('the progress of a transcription', () => {
  it('the progress of a job counts its pieces', () => {
    const sending = job('a', {
      status: 'sending',
      pieces: [piece(0, 'done'), piece(1, 'done'), piece(2, 'sending'), piece(3, 'waiting')],
    })
    expect(piecesOf(sending)).toEqual({ current: 3, of: 4, done: 2, covered: 2100 })
    expect(shareDone(sending)).toBe(0.5)
    expect(piecesOf(job('a', { pieces: [piece(0, 'sending')] }))).toBeNull()
  })

  it('the progress of a copy counts its bytes, and is hidden if the size is unknown', () => {
    expect(shareDone(job('a', { status: 'receiving', bytes: 200, received: 50 }))).toBe(0.25)
    expect(shareDone(job('a', { status: 'receiving', bytes: 0 }))).toBeNull()
    expect(shareDone(job('a', { status: 'preparing', progress: 0.4 }))).toBe(0.4)
    expect(shareDone(job('a', { status: 'sending' }))).toBeNull()
  })
})
