import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from '../../../../src/main/gateway/retry-policy.ts'
import type { TranscriptionEvent } from '../../../../src/main/services/transcription/transcription-event.ts'
import {
  nextPiece,
  nextProgress,
  receivingProgress,
} from '../../../../src/main/services/transcription/transcription-machine.ts'
import type { TranscriptionProgress } from '../../../../src/main/storage/transcription-jobs.ts'
import { appError, errorCodes } from '../../../../src/shared/errors.ts'
import { hasEnded } from '../../../../src/shared/job-phase.ts'

const at = fc.nat(1_000_000)
const index = fc.nat(3)
const error = fc
  .tuple(fc.constantFrom(...errorCodes), fc.constantFrom(null, 400, 413, 429, 500, 503))
  .map(([code, status]) => appError(code, code, { status }))
const plain = <T extends TranscriptionEvent['type']>(type: T) => fc.constant({ type } as const)

const silentTrack = { name: null, language: null, loudness: -100 }
const twoTracks = { tracks: [silentTrack, silentTrack], taken: 0 }

/** Every event, with failures judged by the real policy. */
const event: fc.Arbitrary<TranscriptionEvent> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('received' as const),
      sourceId: fc.constant('s'),
      cut: fc.constantFrom('no' as const, 'preferred' as const),
    }),
  },
  fc.record({ type: fc.constant('not-received' as const), at, error }),
  {
    weight: 3,
    arbitrary: index.map((index) => ({
      type: 'piece-put' as const,
      index,
      piece: { from: index, to: index + 1, mediaId: `m${index}` },
    })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('listened' as const),
      at,
      duration: fc.constantFrom(null, 5),
      silent: fc.constantFrom(false, false, true),
      whole: fc.boolean(),
      sound: fc.constantFrom(undefined, twoTracks),
    }),
  },
  { weight: 2, arbitrary: plain('go-ahead') },
  fc.constantFrom(0, 1, 2, 'all' as const).map((track) => ({ type: 'choose-track' as const, track })),
  fc.record({ type: fc.constant('not-heard' as const), at, error }),
  { weight: 6, arbitrary: fc.record({ type: fc.constant('sent' as const), at, index }) },
  fc.record({ type: fc.constant('not-sent' as const), at, error }),
  {
    weight: 2,
    arbitrary: fc.tuple(at, error, fc.integer({ min: 1, max: 5 })).map(([at, error, attempt]) => ({
      type: 'attempt-failed' as const,
      at,
      error,
      decision: decide({ kind: 'words', error, shown: false, attempt }, () => 0.5),
    })),
  },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('answered' as const), at, index, duration: fc.constant(7) }) },
  plain('wait-over'),
  plain('must-cut'),
  plain('other-format'),
  plain('pause'),
  { weight: 2, arbitrary: plain('resume') },
  fc.record({ type: fc.constant('cancel' as const), at }),
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(null, { connectionId: 'c', model: 'm' })
      .map((target) => ({ type: 'retry' as const, target })),
  },
  fc.record({ type: fc.constant('dismiss' as const), at }),
  plain('released'),
  fc.record({ type: fc.constant('app-began' as const), at }),
)

interface Step {
  readonly before: TranscriptionProgress
  readonly event: TranscriptionEvent
  readonly after: TranscriptionProgress
}

function steps(events: readonly TranscriptionEvent[]): readonly Step[] {
  const made: Step[] = []
  let before = receivingProgress
  for (const event of events) {
    const after = nextProgress(before, event)
    if (!after) continue
    made.push({ before, event, after })
    before = after
  }
  return made
}

const check = (holds: (history: readonly Step[]) => void): void =>
  fc.assert(fc.property(fc.array(event, { maxLength: 80 }).map(steps), holds), { numRuns: 2000 })

describe('a transcription job after any events', () => {
  test('a finished piece is never sent again, and pieces are sent in order, one at a time', () =>
    check((history) => {
      for (const { before, event, after } of history) {
        for (const [index, { state }] of before.pieces.entries())
          if (state === 'done') expect(after.pieces[index]?.state).toBe('done')
        expect(after.pieces.filter(({ state }) => state === 'sending').length).toBeLessThanOrEqual(1)
        const firstLeft = after.pieces.findIndex(({ state }) => state !== 'done')
        if (firstLeft >= 0) expect(after.pieces.slice(firstLeft).every(({ state }) => state !== 'done')).toBe(true)
        if (event.type === 'sent') expect([before.status, event.index]).toEqual(['queued', nextPiece(before)])
      }
    }))

  test('a piece that may have been accepted is resent only by the user, or after a refusal', () =>
    check((history) => {
      let asked = true
      for (const { event, after } of history) {
        if (event.type === 'sent') expect(asked).toBe(true)
        if (event.type === 'sent') asked = false
        const free =
          (event.type === 'attempt-failed' && event.decision.action === 'retry') ||
          event.type === 'must-cut' ||
          event.type === 'other-format' ||
          event.type === 'answered' ||
          event.type === 'retry'
        if (free) asked = true
        if (event.type === 'app-began' && after.status === 'unknown') expect(asked).toBe(false)
      }
    }))

  test('states are consistent: requests run only while sending or paused, an end has a time and a reason', () =>
    check((history) => {
      for (const { after } of history) {
        const out = after.pieces.some(({ state }) => state === 'sending')
        if (out) expect(['sending', 'paused']).toContain(after.status)
        if (after.status === 'sending') expect(out).toBe(true)
        expect(after.endedAt !== null).toBe(hasEnded(after.status))
        if (hasEnded(after.status)) expect(after.error === null).toBe(after.status === 'done')
        expect(after.retryAt !== null).toBe(after.status === 'waiting')
        if (!hasEnded(after.status)) expect(after.dismissedAt).toBeNull()
        const allDone = after.listened && after.pieces.every(({ state }) => state === 'done')
        expect(after.status === 'done').toBe(allDone)
        if (after.listened) expect(after.pieces.length).toBeGreaterThan(0)
        if (after.status === 'preparing') expect([after.sourceId, after.listened]).toEqual(['s', false])
        if (after.status === 'queued') expect([after.sourceId, after.listened]).toEqual(['s', true])
      }
    }))

  test('every unfinished recording can be stopped, and a stopped one can continue', () =>
    check((history) => {
      const last = history.at(-1)?.after
      if (!last || hasEnded(last.status)) return
      const stopped = nextProgress(last, { type: 'cancel', at: 1 })
      expect(stopped?.status).toBe('cancelled')
      const again = stopped && nextProgress(stopped, { type: 'retry', target: null })
      expect(again?.status).toBe(last.sourceId === null ? undefined : last.listened ? 'queued' : 'preparing')
    }))
})
