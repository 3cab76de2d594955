import { describe, expect, it } from 'vitest'
import { barValue, TaskProgress, withProgress } from '../../../src/main/electron/task-progress.ts'
import { EventRecorder } from '../../fakes/platform.ts'

describe('the progress of what runs', () => {
  it('is the mean of what is known, else only that something runs', () => {
    const tasks = new TaskProgress()
    expect(tasks.value).toBeNull()
    tasks.take('carry.changed', { work: { kind: 'export', stage: 'writing', progress: null, items: 0, bytes: 0 } })
    expect(tasks.value).toBe('unknown')
    tasks.take('carry.changed', { work: { kind: 'export', stage: 'writing', progress: 0.25, items: 0, bytes: 0 } })
    expect(tasks.value).toBe(0.25)
    tasks.take('carry.changed', { work: null })
    expect(tasks.value).toBeNull()
  })

  it('is shown as each system can', () => {
    expect((['mac', 'windows', 'linux'] as const).map((os) => barValue('unknown', os))).toEqual([-1, 2, -1])
    for (const os of ['mac', 'windows', 'linux'] as const) {
      expect([barValue(0, os), barValue(0.5, os), barValue(1, os), barValue(null, os)]).toEqual([0, 0.5, 1, -1])
    }
  })

  it('moves the bar only where it changes, and lets every event through', () => {
    const events = new EventRecorder()
    const bars: number[] = []
    const sink = withProgress(events, 'linux', (value) => bars.push(value))
    const told = (progress: number | null) =>
      sink.emit('carry.changed', { work: { kind: 'import', stage: 'reading', progress, items: 0, bytes: 0 } })
    sink.emit('notices.changed', [])
    told(null)
    told(0.5)
    told(0.5)
    sink.emit('carry.changed', { work: null })
    expect(bars).toEqual([0.5, -1])
    expect(events.seen).toHaveLength(5)
  })
})
