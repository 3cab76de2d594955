import { expect, it } from 'vitest'
import { soundCard } from '../../../../src/renderer/features/transcription/queue/sound-card.ts'
import { transcriptionStatuses } from '../../../../src/shared/transcript.ts'
import { sound } from './sounds-made.ts'

it('pauses, moves and cancels only unfinished jobs, and resends only failed ones', () => {
  const offered = transcriptionStatuses.map((status) => {
    const { first, more } = soundCard(sound('a', { status }))
    return [status, [...first, ...more].join(' ')]
  })
  const active = 'pause up down cancel'
  expect(Object.fromEntries(offered)).toEqual({
    receiving: active,
    preparing: active,
    queued: active,
    sending: active,
    waiting: active,
    paused: 'resume up down cancel',
    done: '',
    failed: 'retry dismiss',
    unknown: 'retry dismiss',
    cancelled: 'retry dismiss',
  })
})
