import { describe, expect, it } from 'vitest'
import { cancelMeaning, mayBeCharged, tookOf } from '../../../../src/renderer/features/videos/jobs.ts'
import { videoCard } from '../../../../src/renderer/features/videos/queue/video-card.ts'
import { appError } from '../../../../src/shared/errors.ts'
import { videoStatuses } from '../../../../src/shared/video.ts'
import { file, job } from './videos-made.ts'

describe('cancelling a video', () => {
  it('cancelling asks different questions before and after submission', () => {
    const meanings = videoStatuses.map((status) => [status, cancelMeaning({ status })])
    expect(Object.fromEntries(meanings)).toEqual({
      queued: 'unsent',
      submitting: 'sent',
      pending: 'sent',
      processing: 'sent',
      downloading: 'downloading',
      done: null,
      failed: null,
      cancelled: null,
      expired: null,
      unknown: null,
    })
  })

  it('a cancelled job shows whether it may be charged', () => {
    const cancelled = { status: 'cancelled', error: appError('cancelled') } as const
    expect(mayBeCharged(job('a', cancelled))).toBe(false)
    expect(mayBeCharged(job('a', { ...cancelled, sentAt: 5 }))).toBe(true)
    expect(mayBeCharged(job('a', { ...cancelled, taskId: 't', sentAt: 5 }))).toBe(true)
    // refused, delayed, then cancelled: never accepted
    expect(mayBeCharged(job('a', { status: 'cancelled', sentAt: 5, error: appError('rate_limited') }))).toBe(false)
    expect(mayBeCharged(job('a', { status: 'cancelled', sentAt: 5, error: appError('connection_lost') }))).toBe(true)
  })
})

describe('the state on a video card', () => {
  it('a deferred job is distinguished from one that waits for the network or its turn', () => {
    expect(videoCard(job('a')).state).toBe('queued')
    expect(videoCard(job('a', { retryAt: 9, error: appError('rate_limited') })).state).toBe('retrying')
    expect(videoCard(job('a', { retryAt: 9, error: appError('offline') })).state).toBe('resting')
  })

  it('an unknown status is shown literally', () => {
    expect(videoCard(job('a', { status: 'processing', word: 'baking', wordUnknown: true })).state).toBe('word')
    expect(videoCard(job('a', { status: 'processing', word: 'running' })).state).toBe('processing')
  })

  it('a refusal is distinguished from a failure', () => {
    const refused = appError('bad_request', 'no', { status: 400 })
    expect(videoCard(job('a', { status: 'failed', error: refused })).state).toBe('refused')
    expect(videoCard(job('a', { status: 'failed', taskId: 't', error: appError('video_failed') })).state).toBe('failed')
  })

  it('every status has a tone', () => {
    for (const status of videoStatuses) expect(videoCard(job('a', { status })).tone).toBeTypeOf('string')
  })
})

describe('the actions on a video card', () => {
  it('a video that may have been made is not made again by accident', () => {
    const { first, more } = videoCard(job('a', { status: 'unknown' }))
    expect(first).toEqual(['sendAgain'])
    expect(more).not.toContain('resubmit')
  })

  it('polling is offered while it is possible, and a download if only the link is known', () => {
    expect(videoCard(job('a', { status: 'expired', taskId: 't', canRefetch: true })).first[0]).toBe('askAgain')
    expect(videoCard(job('a', { status: 'failed', canRefetch: true })).first[0]).toBe('fetchAgain')
    expect(videoCard(job('a', { status: 'failed' })).first).toEqual(['edit'])
  })

  it('only ended jobs can be deleted, only done ones saved, and only waiting ones moved', () => {
    for (const status of videoStatuses) {
      const { first, more } = videoCard(job('a', { status, file: status === 'done' ? file : null }))
      const all = [...first, ...more]
      const ended = ['done', 'failed', 'cancelled', 'expired', 'unknown'].includes(status)
      expect([status, all.includes('delete')]).toEqual([status, ended])
      expect([status, all.includes('save')]).toEqual([status, status === 'done'])
      expect([status, all.includes('moveTop')]).toEqual([status, status === 'queued'])
      expect([status, all.includes('cancel')]).toEqual([status, !ended])
      expect(new Set(all).size).toBe(all.length)
    }
  })
})

it('the duration counts from the last submission', () => {
  expect(tookOf({ sentAt: 1000, endedAt: 61_000 })).toBe(60_000)
  expect(tookOf({ sentAt: null, endedAt: 5 })).toBeNull()
  expect(tookOf({ sentAt: 9, endedAt: 5 })).toBe(0)
})
