import { expect, it } from 'vitest'
import { JobTable } from '../../../../src/renderer/features/videos/job-table.ts'
import { job } from './videos-made.ts'

it('notifies only listeners of the changed job', () => {
  const table = new JobTable()
  const woken: string[] = []
  table.watch('a', () => woken.push('a'))
  const forget = table.watch('b', () => woken.push('b'))
  table.applyJobEvent(job('a'))
  expect(woken).toEqual(['a'])
  forget()
  table.applyJobEvent(job('b'))
  expect(woken).toEqual(['a'])
  expect(table.get('b')?.id).toBe('b')
})

it('an event during a call takes precedence over its answer', () => {
  const table = new JobTable()
  table.applyJobEvent(job('a', { polls: 1 }))
  const before = table.snapshot()
  table.applyJobEvent(job('a', { polls: 2 }))
  table.read([job('a', { polls: 1 }), job('b')], before)
  expect(table.get('a')?.polls).toBe(2)
  expect(table.get('b')?.id).toBe('b')
})

it('an answer is applied if no newer event has arrived', () => {
  const table = new JobTable()
  table.applyJobEvent(job('a'))
  table.read([job('a', { favourite: true })], table.snapshot())
  expect(table.get('a')?.favourite).toBe(true)
})
