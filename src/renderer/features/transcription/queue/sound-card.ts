import type { TranscriptionJob, TranscriptionStatus } from '../../../../shared/transcript.ts'
import { type CardKind, type CardRow, cardOf, type JobCard } from '../../../components/jobs/job-card.ts'

/** Actions on a recording in the queue; `up` and `down` move it. */
export type SoundStep = 'pause' | 'resume' | 'retry' | 'dismiss' | 'up' | 'down' | 'cancel'

type Row = CardRow<TranscriptionJob, SoundStep>
const active: Row = { first: ['pause'], more: ['up', 'down', 'cancel'] }
const ended: Row = { first: ['retry', 'dismiss'] }

const soundKind: CardKind<TranscriptionJob, TranscriptionStatus, SoundStep> = {
  stateOf: ({ status }) => status,
  rows: {
    receiving: active,
    preparing: active,
    queued: active,
    sending: active,
    waiting: active,
    paused: { ...active, first: ['resume'] },
    done: {},
    failed: ended,
    unknown: ended,
    cancelled: ended,
  },
}

/** Returns what the row of a recording offers. */
export function soundCard(job: TranscriptionJob): JobCard<TranscriptionStatus, SoundStep> {
  return cardOf(soundKind, job)
}
