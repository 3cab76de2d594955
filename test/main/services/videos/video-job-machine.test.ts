import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deadLinksMax, nextProgress } from '../../../../src/main/services/videos/video-job-machine.ts'
import { canRefetch, queuedProgress } from '../../../../src/main/services/videos/video-progress.ts'
import type { VideoProgress } from '../../../../src/main/storage/video-jobs.ts'
import { appError } from '../../../../src/shared/errors.ts'
import { hasEnded } from '../../../../src/shared/job-phase.ts'
import { type VideoStatus, videoStatuses } from '../../../../src/shared/video.ts'
import { jobIn, link, report, someEvents } from './video-progress.ts'

/** Target state of each event in each state; unlisted ones have no effect. */
const leads: Readonly<Record<string, Partial<Record<VideoStatus, VideoStatus>>>> = {
  sent: { queued: 'submitting' },
  'sent by choice': { queued: 'submitting', unknown: 'submitting' },
  'not sent': { queued: 'failed' },
  'refused for now': { submitting: 'queued' },
  'refused for good': { submitting: 'failed' },
  'answer lost': { submitting: 'unknown' },
  'reported pending': { submitting: 'pending', pending: 'pending', processing: 'pending' },
  'reported processing': { submitting: 'processing', pending: 'processing', processing: 'processing' },
  'reported a strange word': { submitting: 'pending', pending: 'pending', processing: 'processing' },
  'reported completed': { submitting: 'downloading', pending: 'downloading', processing: 'downloading' },
  'reported completed without a link': { submitting: 'processing', pending: 'processing', processing: 'processing' },
  'reported failed': { submitting: 'failed', pending: 'failed', processing: 'failed' },
  'reported cancelled': { submitting: 'failed', pending: 'failed', processing: 'failed' },
  'reported expired': { submitting: 'expired', pending: 'expired', processing: 'expired' },
  'reported processing after a day': { submitting: 'expired', pending: 'expired', processing: 'expired' },
  'reported nothing to hold on to': { submitting: 'unknown', pending: 'processing', processing: 'processing' },
  'poll sent': { pending: 'pending', processing: 'processing' },
  'poll failed': { pending: 'pending', processing: 'processing' },
  'poll said 404': { pending: 'expired', processing: 'expired' },
  'poll failed after a day': { pending: 'expired', processing: 'expired' },
  received: { downloading: 'downloading' },
  'link dead': { downloading: 'processing' },
  'download broke off': { downloading: 'downloading' },
  'download refused': { downloading: 'failed' },
  downloaded: { downloading: 'done' },
  cancel: {
    queued: 'cancelled',
    submitting: 'cancelled',
    pending: 'cancelled',
    processing: 'cancelled',
    downloading: 'cancelled',
    unknown: 'cancelled',
  },
  'ask again': {
    pending: 'pending',
    processing: 'processing',
    failed: 'processing',
    cancelled: 'processing',
    expired: 'processing',
  },
  'app began': { submitting: 'unknown' },
}

function next(job: VideoProgress, name: keyof typeof someEvents | string): VideoProgress {
  const event = someEvents[name]
  if (event === undefined) throw new Error(`no event ${name}`)
  const after = nextProgress(job, event)
  if (after === null) throw new Error(`${name} means nothing to ${job.status}`)
  return after
}

describe('the machine of a video job', () => {
  it('the table names every event of the machine', () => {
    expect(Object.keys(leads).sort()).toEqual(Object.keys(someEvents).sort())
  })

  it.each(
    videoStatuses.flatMap((status) => Object.keys(someEvents).map((name) => [status, name, leads[name]?.[status]])),
  )('%s, %s: %s', (status, name, to) => {
    const event = someEvents[String(name)]
    if (event === undefined) throw new Error('no such event')
    const before = videoStatuses.find((known) => known === status) ?? 'queued'
    const after = nextProgress(jobIn[before], event)
    expect(after?.status).toBe(to)
    if (after === null) return
    // an ended job waits for nothing, and a running one has not ended
    expect(after.endedAt !== null).toBe(hasEnded(after.status))
    if (hasEnded(after.status)) expect([after.retryAt, after.nextPollAt]).toEqual([null, null])
    if (after.status === 'pending' || after.status === 'processing') expect(after.nextPollAt).not.toBeNull()
    if (after.status === 'downloading') expect(after.link).not.toBeNull()
    expect(after.taskId === null && jobIn[before].taskId !== null).toBe(false)
  })

  it('in any order of events a job is resubmitted only after a refusal, or by the user', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.keys(someEvents)), { maxLength: 60 }), (names) => {
        let job: VideoProgress = queuedProgress
        let mayHaveBeenTaken = false
        for (const name of names) {
          const event = someEvents[name]
          const after = event === undefined ? null : nextProgress(job, event)
          if (after === null) continue
          if (after.status === 'submitting' && job.status !== 'submitting') {
            expect(mayHaveBeenTaken && name !== 'sent by choice').toBe(false)
            mayHaveBeenTaken = true
          }
          if (name === 'refused for now') mayHaveBeenTaken = false
          job = after
        }
      }),
    )
  })

  it('keeps the task’s id when the submission is cancelled during its request', () => {
    const cancelled = next(jobIn.submitting, 'cancel')
    const answered = next({ ...cancelled, taskId: null }, 'reported pending')
    expect([answered.status, answered.taskId, answered.nextPollAt]).toEqual(['cancelled', 'task-1', null])
    expect(canRefetch(answered)).toBe(true)
    expect(next(answered, 'ask again').status).toBe('processing')
  })

  it('keeps its own task’s id, whatever id a poll’s answer has', () => {
    const event = {
      type: 'reported',
      at: 1,
      report: report({ taskId: 'another' }),
      nextPollAt: 2,
      overdue: false,
    } as const
    expect(nextProgress(jobIn.pending, event)?.taskId).toBe('task-1')
  })

  it('a single answer can accept and finish a job', () => {
    const event = {
      type: 'reported',
      at: 1,
      report: report({ taskId: null, meaning: 'completed', link }),
      nextPollAt: 2,
      overdue: false,
    } as const
    const job = nextProgress(jobIn.submitting, event)
    expect([job?.status, job?.link]).toEqual(['downloading', link])
  })

  it('keeps the gateway’s message, or none', () => {
    expect(next(jobIn.pending, 'reported failed').error).toMatchObject({ code: 'video_failed', detail: 'no herons' })
    const silent = nextProgress(jobIn.pending, {
      type: 'reported',
      at: 1,
      report: report({ meaning: 'failed' }),
      nextPollAt: 2,
      overdue: false,
    })
    expect(silent?.error).toMatchObject({ code: 'video_failed', detail: 'the gateway gave no reason' })
  })

  it('marks an unknown status, and continues polling', () => {
    const job = next(jobIn.pending, 'reported a strange word')
    expect([job.word, job.wordUnknown, job.nextPollAt]).toEqual(['moonlighting', true, 9000])
    expect(next(job, 'reported processing').wordUnknown).toBe(false)
  })

  it('counts consecutive failed polls, and resets the count after a successful one', () => {
    const twice = next(next(jobIn.pending, 'poll failed'), 'poll failed')
    expect([twice.polls, twice.failedPolls, twice.error?.code]).toEqual([2, 2, 'connection_lost'])
    const fine = next(twice, 'reported processing')
    expect([fine.polls, fine.failedPolls, fine.error]).toEqual([3, 0, null])
  })

  it('requests another link a few times, then gives up, and can be asked again', () => {
    let job = jobIn.downloading
    for (let dead = 1; dead < deadLinksMax; dead += 1) {
      job = next(next(job, 'link dead'), 'reported completed')
      expect([job.status, job.deadLinks]).toEqual(['downloading', dead])
    }
    const failed = next(job, 'link dead')
    expect([failed.status, failed.error?.code, canRefetch(failed)]).toEqual(['failed', 'link_expired', true])
    expect(next(failed, 'ask again').deadLinks).toBe(0)
  })

  it('continues a partial download of the same link, and starts over for another', () => {
    const begun = { ...jobIn.downloading, received: 40, total: 100, version: '"a"' }
    const lost = { ...begun, status: 'processing', nextPollAt: 1 } as const
    expect(next(lost, 'reported completed')).toMatchObject({ received: 40, version: '"a"' })
    const other = nextProgress(lost, {
      type: 'reported',
      at: 1,
      report: report({ meaning: 'completed', link: 'https://files.example/two.mp4' }),
      nextPollAt: 2,
      overdue: false,
    })
    expect(other).toMatchObject({ received: 0, total: null, version: null })
  })

  it('keeps the reason of a refusal, or a lost answer, when it is cancelled afterwards', () => {
    const refused = next(jobIn.submitting, 'refused for now')
    expect(next(refused, 'cancel').error?.code).toBe('connection_lost')
    expect(next(jobIn.unknown, 'cancel').error?.code).toBe('connection_lost')
    expect(next(jobIn.pending, 'cancel').error?.code).toBe('cancelled')
  })

  it('speeds up jobs that wait for the network, not those deferred by the gateway', () => {
    const waiting = { ...queuedProgress, retryAt: 99_000, sentAt: 1 }
    const event = { type: 'refetch', at: 5 } as const
    expect(nextProgress({ ...waiting, error: appError('offline') }, event)?.retryAt).toBe(5)
    expect(nextProgress({ ...waiting, error: appError('rate_limited') }, event)).toBeNull()
  })
})
