import { describe, expect, it } from 'vitest'
import { changedTranscript } from '../../../../src/renderer/features/transcription/edit/edit.ts'
import type { Transcript, TranscriptChange } from '../../../../src/shared/transcript.ts'
import { segment } from './segments-made.ts'

const summary = {
  id: 't',
  jobId: 'j',
  title: 'Tea',
  source: null,
  duration: null,
  model: 'm',
  language: null,
  start: '',
  complete: true,
  createdAt: 1,
  editedAt: null,
} as const
const before: Transcript = {
  summary,
  segments: [segment('one'), segment('two'), segment('three')],
  waveform: 'AAAA',
  revision: 4,
  canUndo: false,
  canRedo: true,
}
const answer: TranscriptChange = {
  summary: { ...summary, editedAt: 2 },
  revision: 5,
  canUndo: true,
  canRedo: false,
  change: { at: 1, removed: 1, inserted: [segment('TWO'), segment('and a half')] },
}

describe('the edit between two transcripts', () => {
  it('an edit is applied to the loaded segments, and leaves the rest unchanged', () => {
    const after = changedTranscript(before, answer)
    expect(after?.segments.map(({ text }) => text)).toEqual(['one', 'TWO', 'and a half', 'three'])
    expect([after?.segments[0], after?.segments[3]]).toEqual([before.segments[0], before.segments[2]])
    expect(after?.segments[0]).toBe(before.segments[0])
    expect(after).toMatchObject({
      revision: 5,
      waveform: 'AAAA',
      canUndo: true,
      canRedo: false,
      summary: { editedAt: 2 },
    })
    expect(after).not.toHaveProperty('change')
  })

  it('an edit of another revision is refused, and the transcript is read again', () => {
    expect(changedTranscript({ ...before, revision: 3 }, answer)).toBeNull()
    expect(changedTranscript({ ...before, revision: 5 }, answer)).toBeNull()
  })
})
