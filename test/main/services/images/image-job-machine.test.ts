import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from '../../../../src/main/gateway/retry-policy.ts'
import {
  type ImageJobEvent,
  nextProgress,
  queuedProgress,
} from '../../../../src/main/services/images/image-job-machine.ts'
import type { JobProgress, StoredPiece } from '../../../../src/main/storage/image-jobs.ts'
import { appError, errorCodes } from '../../../../src/shared/errors.ts'
import { hasEnded } from '../../../../src/shared/job-phase.ts'

const piece: StoredPiece = {
  state: 'pending',
  link: 'https://example.org/a.png',
  mediaId: null,
  revisedPrompt: null,
  error: null,
  imageId: null,
}
const at = fc.nat(1_000_000)
const error = fc
  .tuple(fc.constantFrom(...errorCodes), fc.constantFrom(null, 400, 429, 500, 502, 503))
  .map(([code, status]) => appError(code, code, { status }))
const position = fc.nat(3)

/** Every event, with failures judged by the real policy. */
const event: fc.Arbitrary<ImageJobEvent> = fc.oneof(
  fc.record({ type: fc.constant('sent' as const), at, gatewayUrl: fc.constant('https://example.org/v1') }),
  fc.record({ type: fc.constant('not-sent' as const), at, error }),
  fc.tuple(at, error, fc.integer({ min: 1, max: 5 })).map(([at, error, attempt]) => ({
    type: 'attempt-failed' as const,
    at,
    error,
    decision: decide({ kind: 'image', error, shown: false, attempt }, () => 0.5),
  })),
  fc.tuple(at, fc.integer({ min: 0, max: 4 })).map(([at, length]) => ({
    type: 'answered' as const,
    at,
    pieces: Array.from(
      { length },
      (_, index): StoredPiece =>
        index === 3 ? { ...piece, state: 'failed', link: null, error: appError('empty_answer') } : piece,
    ),
  })),
  fc.record({ type: fc.constant('piece-saved' as const), at, position, imageId: fc.uuid() }),
  fc.record({ type: fc.constant('piece-failed' as const), at, position, error }),
  fc.record({ type: fc.constant('cancel' as const), at }),
  fc.record({ type: fc.constant('refetch' as const), positions: fc.array(position) }),
  fc.record({ type: fc.constant('dismiss' as const), at }),
  fc.record({ type: fc.constant('app-began' as const), at }),
)

interface Step {
  readonly before: JobProgress
  readonly event: ImageJobEvent
  readonly after: JobProgress
}

/** The transitions that a sequence of events makes. */
function steps(events: readonly ImageJobEvent[]): readonly Step[] {
  const made: Step[] = []
  let before = queuedProgress
  for (const event of events) {
    const after = nextProgress(before, event)
    if (!after) continue
    made.push({ before, event, after })
    before = after
  }
  return made
}

const anyHistory = fc.array(event, { maxLength: 60 }).map(steps)
const check = (holds: (history: readonly Step[]) => void): void =>
  fc.assert(fc.property(anyHistory, holds), { numRuns: 2000 })

describe('an image job after any events', () => {
  test('a job is sent only from the queue, or after a retryable refusal', () =>
    check((history) => {
      for (const [index, { before, event, after }] of history.entries()) {
        if (after.status !== 'sending') continue
        expect(event.type).toBe('sent')
        if (before.status === 'queued') expect(before.attempts).toBe(0)
        else {
          expect(before.status).toBe('waiting')
          const refusal = history[index - 1]?.event
          expect(refusal).toMatchObject({ type: 'attempt-failed', decision: { action: 'retry' } })
        }
      }
    }))

  test('a request that may have been accepted is never resent', () =>
    check((history) => {
      const lost = history.findIndex(({ after }) =>
        ['saving', 'done', 'unknown', 'failed', 'cancelled'].includes(after.status),
      )
      if (lost < 0) return
      const attempts = history[lost]?.after.attempts
      for (const { after } of history.slice(lost)) {
        expect(['queued', 'sending', 'waiting']).not.toContain(after.status)
        expect(after.attempts).toBe(attempts)
      }
    }))

  test('each request counts as an attempt, and an ended job has a time and, unless it succeeded, a reason', () =>
    check((history) => {
      let sent = 0
      for (const { event, after } of history) {
        if (event.type === 'sent') sent += 1
        expect(after.attempts).toBe(sent)
        expect(after.sentAt === null).toBe(sent === 0)
        expect(after.endedAt !== null).toBe(hasEnded(after.status))
        expect(after.retryAt !== null).toBe(after.status === 'waiting')
        if (hasEnded(after.status)) expect(after.error === null).toBe(after.status === 'done')
        if (!hasEnded(after.status)) expect(after.dismissedAt).toBeNull()
      }
    }))

  test('a saved picture stays saved, and a job rests only when none is pending', () =>
    check((history) => {
      for (const { before, after } of history) {
        for (const [index, { state, imageId }] of before.pieces.entries())
          if (state === 'saved') expect(after.pieces[index]).toMatchObject({ state, imageId })
        const pending = after.pieces.some(({ state }) => state === 'pending')
        expect(pending).toBe(after.status === 'saving')
        if (after.status === 'done') expect(after.pieces.every(({ state }) => state === 'saved')).toBe(true)
      }
    }))
})

describe('a failed attempt of an image job', () => {
  const sending = nextProgress(queuedProgress, { type: 'sent', at: 1, gatewayUrl: 'https://example.org' })
  test.each([
    ['rate_limited', 429, 'waiting', 'rate_limited'],
    ['unavailable', 503, 'waiting', 'unavailable'],
    ['quota', 429, 'failed', 'quota'],
    ['server_error', 500, 'failed', 'image_failed'],
    ['server_error', 502, 'unknown', 'server_error'],
    ['server_error', 504, 'unknown', 'server_error'],
    ['server_error', 501, 'failed', 'server_error'],
    ['connection_lost', null, 'unknown', 'connection_lost'],
    ['timeout', null, 'unknown', 'timeout'],
    ['empty_answer', 200, 'unknown', 'empty_answer'],
    ['refused', null, 'failed', 'refused'],
  ] as const)('%s with status %s makes it %s with %s', (code, status, after, told) => {
    const error = appError(code, 'd', { status, requestId: 'r' })
    const decision = decide({ kind: 'image', error, shown: false, attempt: 1 }, () => 0)
    expect(sending && nextProgress(sending, { type: 'attempt-failed', at: 2, error, decision })).toMatchObject({
      status: after,
      error: { code: told, status, requestId: 'r', detail: 'd' },
    })
  })
})

test('an answer that arrives at the moment of the stop is kept, to be downloaded on request', () => {
  const sent = { type: 'sent', at: 1, gatewayUrl: 'https://example.org' } as const
  const history = steps([sent, { type: 'cancel', at: 2 }, { type: 'answered', at: 3, pieces: [piece, piece] }])
  const stopped = history.at(-1)?.after
  expect(stopped).toMatchObject({
    status: 'cancelled',
    answeredAt: 3,
    pieces: [{ state: 'failed' }, { state: 'failed' }],
  })
  expect(stopped && nextProgress(stopped, { type: 'refetch', positions: [0] })?.status).toBe('saving')
})

describe('an incomplete picture of an image job', () => {
  const fewer = { ...appError('fewer_results', '1 of 4 came'), gatewayMessage: 'busy' }
  const saving = steps([
    { type: 'sent', at: 1, gatewayUrl: 'https://example.org' },
    { type: 'answered', at: 2, pieces: [piece], fewer },
  ]).at(-1)?.after
  const cut = saving && nextProgress(saving, { type: 'piece-saved', at: 3, position: 0, imageId: 'i', isCut: true })

  test('a truncated picture stays marked among fewer than requested, and while it is downloaded again', () => {
    expect(cut).toMatchObject({ status: 'done', error: fewer, pieces: [{ error: { code: 'picture_cut' } }] })
    const again = cut && nextProgress(cut, { type: 'refetch', positions: [0] })
    expect(again).toMatchObject({ status: 'saving', error: fewer })
    const whole = again && nextProgress(again, { type: 'piece-saved', at: 4, position: 0, imageId: 'j' })
    expect(whole).toMatchObject({ status: 'done', error: fewer, pieces: [{ error: null, imageId: 'j' }] })
  })

  test('a truncated picture that cannot be saved is the reason for the others', () => {
    const error = appError('not_a_picture')
    expect(saving && nextProgress(saving, { type: 'piece-failed', at: 3, position: 0, error })).toMatchObject({
      status: 'failed',
      error: { code: 'not_a_picture', gatewayMessage: 'busy' },
    })
  })
})
