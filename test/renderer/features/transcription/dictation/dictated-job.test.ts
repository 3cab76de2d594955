import { expect, test } from 'vitest'
import {
  type Dictating,
  dictatedJobEnd,
} from '../../../../../src/renderer/features/transcription/dictation/dictated-job.ts'
import { sound } from '../sounds-made.ts'

const waiting: Dictating = {
  stage: 'transcribing',
  why: '',
  recordingId: 'recording',
  jobId: 'job',
  transcriptId: null,
  isLost: false,
}
const done = sound('job', { status: 'done', endedAt: 2, transcriptId: 'transcript' })

test('a finished job leads to its transcript', () => {
  expect(dictatedJobEnd(waiting, done)).toEqual({ transcriptId: 'transcript' })
})

test('an end reported twice is read once, so that its text is not inserted twice', () => {
  const end = dictatedJobEnd(waiting, done)
  expect(dictatedJobEnd({ ...waiting, transcriptId: end?.transcriptId ?? null }, done)).toBeNull()
})

test('a running job and the job of another dictation have no end', () => {
  expect(dictatedJobEnd(waiting, sound('job', { status: 'sending', endedAt: null }))).toBeNull()
  expect(dictatedJobEnd(waiting, { ...done, id: 'other' })).toBeNull()
  expect(dictatedJobEnd({ ...waiting, stage: 'idle' }, done)).toBeNull()
})

test('a lost answer is reported as lost, because it may have been charged', () => {
  const ended = (status: 'failed' | 'unknown') => dictatedJobEnd(waiting, sound('job', { status, endedAt: 2 }))
  expect(ended('failed')).toMatchObject({ transcriptId: null, isLost: false })
  expect(ended('unknown')).toMatchObject({ transcriptId: null, isLost: true })
})
