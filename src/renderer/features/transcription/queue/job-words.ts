import type { TFunction } from 'i18next'
import type { TranscriptionJob } from '../../../../shared/transcript.ts'
import type { Telling } from '../../../components/jobs/TickingWords.tsx'
import { elapsedWords, percentOf, sizeWords, untilWords } from '../../../components/words/figure-words.ts'
import { hasAnswered } from '../../../platform/errors/gateway-sentence.ts'
import { piecesOf } from './queue.ts'

/** Returns the state of a job, in words. */
export function jobWords({ t, language, now }: Telling, job: TranscriptionJob): string {
  switch (job.status) {
    case 'receiving':
      return t('transcription.job.receiving', {
        part: sizeWords(language, job.received),
        whole: sizeWords(language, job.bytes),
      })
    case 'preparing':
      return job.progress === null
        ? t('transcription.job.preparing')
        : t('transcription.job.preparingPart', { percent: Math.floor(job.progress * 100) })
    case 'queued':
      return withPieces(t, job, t('transcription.job.queued'))
    case 'sending':
      return sendingWords(t, job, now)
    case 'waiting':
      return job.retryAt === null
        ? t('transcription.job.waiting')
        : t('transcription.job.waitingUntil', { time: untilWords(job.retryAt, now) })
    case 'paused':
      return withPieces(t, job, t('transcription.job.paused'))
    case 'done':
      return t('transcription.job.done')
    case 'failed':
      return withPieces(t, job, t('transcription.job.failed'))
    case 'unknown':
      return withPieces(t, job, t(hasAnswered(job.error) ? 'transcription.job.unclear' : 'transcription.job.unknown'))
    case 'cancelled':
      return withPieces(t, job, t('transcription.job.cancelled'))
    default:
      return job.status satisfies never
  }
}

function sendingWords(t: TFunction, job: TranscriptionJob, now: number): string {
  const pieces = piecesOf(job)
  if (pieces !== null) {
    const { current, of, covered } = pieces
    const piece = t('transcription.job.piece', { current, of })
    if (job.duration === null) return piece
    return `${piece} · ${t('transcription.timeOf', { time: elapsedWords(covered), total: elapsedWords(job.duration) })}`
  }
  if (job.progress !== null && job.progress < 1) {
    return t('transcription.job.uploading', { percent: percentOf(job.progress, 1) })
  }
  return job.sentAt === null
    ? t('transcription.job.sending')
    : t('transcription.job.sendingFor', { time: elapsedWords(now - job.sentAt) })
}

/** Returns how much of a recording in pieces is transcribed. */
function withPieces(t: TFunction, job: TranscriptionJob, words: string): string {
  const pieces = piecesOf(job)
  if (pieces === null || pieces.done === 0) return words
  return `${words} · ${t('transcription.job.pieces', { done: pieces.done, of: pieces.of })}`
}
