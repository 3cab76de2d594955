import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  idleRecorder,
  isActive,
  type RecorderEvent,
  type RecorderState,
  recordedAt,
  recorderReducer,
} from '../../../../../src/renderer/features/transcription/recorder/recorder.ts'

const stateAfter = (...events: readonly RecorderEvent[]): RecorderState => events.reduce(recorderReducer, idleRecorder)
const begun: readonly RecorderEvent[] = [
  { type: 'asked' },
  { type: 'begun', recordingId: 'r', microphoneId: 'built-in', at: 1000 },
]

describe('the recorder', () => {
  test('counts the recorded time without the pauses', () => {
    expect(recordedAt(stateAfter(...begun), 4000)).toBe(3000)
    const paused = stateAfter(...begun, { type: 'paused', at: 4000 })
    expect(recordedAt(paused, 90_000)).toBe(3000)
    const resumed = recorderReducer(paused, { type: 'resumed', at: 100_000 })
    expect(recordedAt(resumed, 102_000)).toBe(5000)
    expect(recordedAt(recorderReducer(resumed, { type: 'ending', at: 103_000 }), 200_000)).toBe(6000)
  })

  test('never counts backwards when the clock of the computer is set back', () => {
    expect(recordedAt(stateAfter(...begun), 0)).toBe(0)
  })

  test('shows why recording is refused, until it is tried again', () => {
    const refused = stateAfter({ type: 'asked' }, { type: 'refused', why: 'denied' })
    expect(refused).toEqual({ phase: 'idle', refused: 'denied' })
    expect(recorderReducer(refused, { type: 'asked' })).toEqual({ phase: 'asking' })
    expect(recorderReducer(refused, { type: 'refused', why: null })).toEqual(idleRecorder)
  })

  test('pauses when the microphone is gone, and continues only with another one', () => {
    const lost = stateAfter(...begun, { type: 'lost', at: 3000 })
    expect(lost).toMatchObject({ phase: 'paused', lost: true, recorded: 2000 })
    expect(recorderReducer(lost, { type: 'resumed', at: 5000 })).toBe(lost)
    const switched = recorderReducer(lost, { type: 'switched', microphoneId: 'headset' })
    expect(recorderReducer(switched, { type: 'resumed', at: 5000 })).toMatchObject({
      phase: 'recording',
      microphoneId: 'headset',
    })
  })

  test('reports silence only as long as it lasts', () => {
    const quiet = stateAfter(...begun, { type: 'heard', quiet: true })
    expect(quiet).toMatchObject({ quiet: true })
    expect(recorderReducer(quiet, { type: 'heard', quiet: true })).toBe(quiet)
    expect(recorderReducer(quiet, { type: 'heard', quiet: false })).toMatchObject({ quiet: false })
    expect(recorderReducer(quiet, { type: 'paused', at: 9000 })).toMatchObject({ quiet: false })
  })

  test('begins a second recording only after the first one has ended, and records nothing in between', () => {
    const event = fc.oneof(
      fc.constantFrom<RecorderEvent>(
        { type: 'asked' },
        { type: 'refused', why: 'none' },
        { type: 'heard', quiet: true },
        { type: 'switched', microphoneId: 'm' },
        { type: 'ended' },
      ),
      fc.record({ type: fc.constantFrom('paused', 'resumed', 'ending', 'lost'), at: fc.nat(100_000) }),
      fc.record({
        type: fc.constant('begun' as const),
        recordingId: fc.constantFrom('a', 'b'),
        microphoneId: fc.constant('m'),
        at: fc.nat(100_000),
      }),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let state: RecorderState = idleRecorder
        for (const next of events) {
          const before = state
          state = recorderReducer(before, next)
          if (isActive(before) && isActive(state)) expect(state.recordingId).toBe(before.recordingId)
          if (before.phase === 'ending') expect(['ending', 'idle']).toContain(state.phase)
          if (before.phase !== 'ending' && isActive(before) && next.type === 'resumed')
            expect(recordedAt(state, next.at)).toBe(recordedAt(before, next.at))
        }
      }),
    )
  })
})
