import { expect, it } from 'vitest'
import { imageCard } from '../../../../src/renderer/features/images/jobs/image-card.ts'
import { appError } from '../../../../src/shared/errors.ts'
import { imageJobStatuses } from '../../../../src/shared/image.ts'
import { hasEnded } from '../../../../src/shared/job-phase.ts'
import { job, outcome } from './images-made.ts'

it('cancels only unfinished jobs, and asks before it resends a request that may have succeeded', () => {
  for (const status of imageJobStatuses) {
    const { first } = imageCard(job('a', { status }))
    expect([status, first.includes('cancel')]).toEqual([status, !hasEnded(status)])
    expect([status, first.includes('sendAgain')]).toEqual([status, status === 'unknown'])
  }
})

it('offers another download only if a result remains at the gateway', () => {
  const left = { ...outcome('failed'), canRefetch: true }
  expect(imageCard(job('a', { status: 'cancelled' })).first).toEqual(['dismiss'])
  expect(imageCard(job('a', { status: 'cancelled', outcomes: [left] })).first).toEqual(['fetchAgain', 'dismiss'])
  const fewer = { status: 'done', error: appError('fewer_results'), outcomes: [left] } as const
  expect(imageCard(job('a', fewer))).toMatchObject({ state: 'fewer', first: ['fetchAgain', 'dismiss'] })
})

it('distinguishes a request queued by the gateway from a temporary refusal', () => {
  const followed = { ...outcome('pending'), goesOn: true }
  expect(imageCard(job('a', { status: 'saving', outcomes: [followed] })).state).toBe('followed')
  expect(imageCard(job('a', { status: 'waiting', retryAt: 9 })).state).toBe('delayed')
  expect(imageCard(job('a', { status: 'sending' })).state).toBe('making')
})
