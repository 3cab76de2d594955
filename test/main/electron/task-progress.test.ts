import { describe, expect, it } from 'vitest'
import { barValue, type Progress, TaskProgress, withProgress } from '../../../src/main/electron/task-progress.ts'
import type { TranscriptionJob } from '../../../src/shared/transcript.ts'
import { EventRecorder } from '../../fakes/platform.ts'
import { transcriptionRequest } from '../../fakes/recordings.ts'

function recording(changes: Partial<TranscriptionJob>): TranscriptionJob {
  return {
    ...{ id: 'r', name: 'talk.mp3', bytes: 1000, received: 1000, source: null, request: transcriptionRequest() },
    ...{ status: 'queued', error: null, duration: null, progress: null, pieces: [], attempts: 0, createdAt: 1 },
    ...{ sentAt: null, retryAt: null, endedAt: null, transcriptId: null },
    ...changes,
  }
}

/** `count` pieces, of which `done` are done. */
function pieces(count: number, done: number): TranscriptionJob['pieces'] {
  return Array.from({ length: count }, (_, index) => ({
    ...{ index, from: index * 1000, to: index * 1000 + 1000 },
    state: index < done ? ('done' as const) : ('waiting' as const),
  }))
}

describe('the progress of running work', () => {
  it.each<readonly [string, Partial<TranscriptionJob>, Progress]>([
    ['that comes in, by its bytes', { status: 'receiving', received: 250 }, 0.25],
    ['of no bytes', { status: 'receiving', bytes: 0, received: 0 }, 'unknown'],
    ['that is listened through', { status: 'preparing', progress: 0.4 }, 0.4],
    ['of which nobody can say how far it is', { status: 'preparing' }, 'unknown'],
    ['that is sent in pieces', { status: 'sending', pieces: pieces(4, 3) }, 0.75],
    ['that is sent whole', { status: 'sending', pieces: pieces(1, 0) }, 'unknown'],
    ['that waits for its turn', { status: 'queued' }, null],
    ['that is done', { status: 'done', pieces: pieces(4, 4) }, null],
  ])('is that of a recording %s', (_name, changes, progress) => {
    const tasks = new TaskProgress()
    tasks.handleEvent('transcription.job', recording(changes))
    expect(tasks.value).toBe(progress)
    tasks.handleEvent('transcription.jobRemoved', { jobId: 'r' })
    expect(tasks.value).toBeNull()
  })

  it('progress is the mean of several tasks, without those of unknown progress', () => {
    const tasks = new TaskProgress()
    tasks.handleEvent('transcription.job', recording({ id: 'a', status: 'sending', pieces: pieces(4, 1) }))
    tasks.handleEvent('transcription.job', recording({ id: 'b', status: 'sending', pieces: pieces(4, 3) }))
    tasks.handleEvent('transcription.job', recording({ id: 'c', status: 'sending' }))
    expect(tasks.value).toBe(0.5)
  })

  it('progress is the mean of known values, or indeterminate', () => {
    const tasks = new TaskProgress()
    expect(tasks.value).toBeNull()
    tasks.handleEvent('transfer.changed', {
      work: { kind: 'export', stage: 'writing', progress: null, items: 0, bytes: 0 },
    })
    expect(tasks.value).toBe('unknown')
    tasks.handleEvent('transfer.changed', {
      work: { kind: 'export', stage: 'writing', progress: 0.25, items: 0, bytes: 0 },
    })
    expect(tasks.value).toBe(0.25)
    tasks.handleEvent('transfer.changed', { work: null })
    expect(tasks.value).toBeNull()
  })

  it('progress is shown in the form that each system supports', () => {
    expect((['mac', 'windows', 'linux'] as const).map((os) => barValue('unknown', os))).toEqual([-1, 2, -1])
    for (const os of ['mac', 'windows', 'linux'] as const) {
      expect([barValue(0, os), barValue(0.5, os), barValue(1, os), barValue(null, os)]).toEqual([0, 0.5, 1, -1])
    }
  })

  it('updates the bar only on a change, and passes every event on', () => {
    const events = new EventRecorder()
    const bars: number[] = []
    const sink = withProgress(events, 'linux', (value) => bars.push(value))
    const told = (progress: number | null) =>
      sink.emit('transfer.changed', { work: { kind: 'import', stage: 'reading', progress, items: 0, bytes: 0 } })
    sink.emit('notices.changed', [])
    told(null)
    told(0.5)
    told(0.5)
    sink.emit('transfer.changed', { work: null })
    expect(bars).toEqual([0.5, -1])
    expect(events.seen).toHaveLength(5)
  })
})
