import type { TFunction } from 'i18next'
import { hasEnded } from '../../../../shared/job-phase.ts'
import type { VideoJob } from '../../../../shared/video.ts'
import { baseOf, orientationOf } from '../../../../shared/video-models.ts'
import type { Telling } from '../../../components/jobs/TickingWords.tsx'
import { elapsedWords, percentOf, secondsUntil, sizeWords, untilWords } from '../../../components/words/figure-words.ts'
import { sentences } from '../../../components/words/sentences.ts'
import { timeOf } from '../../../components/words/time-words.ts'
import { videoErrorWords } from '../error-words.ts'
import { mayBeCharged } from '../jobs.ts'

/** Returns the request in words: model, orientation, length. */
export function requestWords(t: TFunction, { request }: VideoJob): readonly string[] {
  return [
    baseOf(request.model),
    t(`videos.${orientationOf(request.model)}`),
    t('videos.seconds', { seconds: request.duration }),
  ]
}

/** Returns the progress of a job, in short phrases. */
export function progressWords({ t, language, now }: Telling, job: VideoJob): readonly string[] {
  if (hasEnded(job.status)) {
    const size = job.file === null ? [] : [sizeWords(language, job.file.media.bytes)]
    return [...(job.endedAt === null ? [] : [timeOf(language, job.endedAt, now)]), ...size]
  }
  const words = [t('videos.elapsed', { time: elapsedWords(now - (job.sentAt ?? job.createdAt)) })]
  const watched = job.status === 'pending' || job.status === 'processing'
  if (watched && job.nextPollAt !== null && job.error === null) {
    const due = job.nextPollAt > now
    words.push(due ? t('videos.nextPoll', { seconds: secondsUntil(job.nextPollAt, now) }) : t('videos.pollNow'))
  }
  if (job.attempts > 1) words.push(t('videos.attempts', { count: job.attempts }))
  return words
}

/** Returns the problem of a job in words, worded calmly while it still runs; null without one. */
export function troubleWords({ t, now }: Telling, job: VideoJob): string | null {
  const reason = job.error === null ? null : videoErrorWords(t, job.error)
  switch (job.status) {
    case 'pending':
    case 'processing':
      if (reason === null || job.nextPollAt === null) return reason
      return t('videos.troublePoll', { reason, seconds: secondsUntil(job.nextPollAt, now) })
    case 'downloading': {
      if (job.error === null || job.retryAt === null) return reason
      const percent = job.total === null ? null : percentOf(job.received, job.total)
      const stopped =
        percent === null ? t('videos.errors.downloadStopped') : t('videos.errors.downloadStoppedAt', { percent })
      return t('videos.troubleRetry', { reason: stopped, time: untilWords(job.retryAt, now) })
    }
    case 'queued':
      if (reason === null || job.retryAt === null) return reason
      return t('videos.troubleRetry', { reason, time: untilWords(job.retryAt, now) })
    case 'cancelled':
      return t(mayBeCharged(job) ? 'videos.cancelledSent' : 'videos.cancelledUnsent')
    case 'unknown':
      return sentences(t, reason, t('videos.unknownText'))
    case 'failed':
    case 'expired':
      return reason
    case 'submitting':
    case 'done':
      return null
    default:
      return job.status satisfies never
  }
}
