import { beforeEach, describe, expect, test } from 'vitest'
import { type PaidAttempt, paidAttempt } from '../../../src/main/jobs/paid-attempt.ts'
import { systemClock } from '../../../src/main/system-clock.ts'
import { AppFailure, appError, fail } from '../../../src/shared/errors.ts'
import { ok, refused } from '../../../src/shared/ipc/result.ts'

type Job = { readonly id: string; readonly request: { readonly model: string } }
type Sent = { readonly type: 'sent' }

const job: Job = { id: 'a', request: { model: 'painter' } }
const raw = { status: 200, contentType: 'text/plain', body: Buffer.from('answer'), whole: true }

/** Everything that an attempt does, in its order. */
let steps: string[]
let stop: AbortController
/** Returns the job that is sent. */
let stored: () => Job | null
beforeEach(() => {
  steps = []
  stop = new AbortController()
  stored = () => job
})

async function attempted(change: Partial<PaidAttempt<Job, Sent, string, string>> = {}) {
  return await paidAttempt<Job, Sent, string, string>(
    {
      kind: 'image',
      clock: systemClock,
      fetch: () => fail('internal', 'nothing is fetched'),
      store: {
        applyEvent(_, { type }) {
          steps.push(type)
          return stored()
        },
        record(_, { error, type }) {
          steps.push(`${type}: ${error.code}`)
          return job
        },
      },
      keeper: {
        async keepAnswer({ kind, ownerId, part }) {
          steps.push(`kept ${kind} ${ownerId} ${part}`)
          return null
        },
      },
      requests: { about: () => () => fail('internal', 'nothing is exchanged') },
    },
    {
      ...{ id: 'a', part: 2, signal: stop.signal },
      prepare: async () => 'prepared',
      isPaused: () => false,
      sent: () => ({ type: 'sent' }),
      async send(prepared, _, io) {
        steps.push(`send ${prepared}`)
        await io.keepAnswer?.(raw)
        steps.push('read')
        return ok('a boat')
      },
      ...change,
    },
  )
}

test('stores the attempt, sends it once, keeps its answer, and reads it', async () => {
  expect(await attempted()).toEqual({ type: 'answered', job, value: 'a boat', kept: null })
  expect(steps).toEqual(['sent', 'send prepared', 'kept image a 2', 'read'])
})

describe('a paid attempt that sends nothing', () => {
  test('sends nothing if the disk refuses to store it', async () => {
    stored = () => fail('storage_full')
    expect(await attempted()).toMatchObject({ type: 'unsent', job, error: { code: 'storage_full' } })
    expect(steps).toEqual(['sent', 'not-sent: storage_full'])
  })

  test('sends nothing if it cannot be prepared', async () => {
    const prepare = () => Promise.reject(new AppFailure(appError('no_key')))
    expect(await attempted({ prepare })).toMatchObject({ type: 'unsent', error: { code: 'no_key' } })
    expect(steps).toEqual(['not-sent: no_key'])
  })

  test('sends nothing if it was cancelled meanwhile, and then leaves the job alone', async () => {
    const prepare = async () => {
      stop.abort()
      return 'prepared'
    }
    expect(await attempted({ prepare })).toMatchObject({ type: 'unsent', job: null, error: { code: 'cancelled' } })
    expect(steps).toEqual([])
  })

  test('sends nothing if the queues were paused meanwhile, or the job is over', async () => {
    expect(await attempted({ isPaused: () => true })).toEqual({ type: 'paused' })
    expect(steps).toEqual([])

    stored = () => null
    expect(await attempted()).toEqual({ type: 'over' })
    expect(steps).toEqual(['sent'])
  })
})

test('reports a failure, except that of a cancelled request', async () => {
  const error = appError('server_error')
  expect(await attempted({ send: async () => refused(error) })).toEqual({
    ...{ type: 'failed', job, prepared: 'prepared', error },
  })

  const send = async () => {
    stop.abort()
    return refused(appError('cancelled'))
  }
  expect(await attempted({ send })).toEqual({ type: 'over' })
})

test('reports the answer to a cancelled request, because it is paid for', async () => {
  const send = async () => {
    stop.abort()
    return ok('a boat')
  }
  expect(await attempted({ send })).toMatchObject({ type: 'answered', value: 'a boat' })
})
