import type { TaskReport } from '../../../../src/main/gateway/video-answer.ts'
import type { VideoJobEvent } from '../../../../src/main/services/videos/video-job-machine.ts'
import { queuedProgress } from '../../../../src/main/services/videos/video-progress.ts'
import type { VideoProgress } from '../../../../src/main/storage/video-jobs.ts'
import { appError } from '../../../../src/shared/errors.ts'
import type { VideoStatus } from '../../../../src/shared/video.ts'

export const link = 'https://files.example/one.mp4'

/** A report in the API's form, with changes. */
export function report(changes: Partial<TaskReport> = {}): TaskReport {
  return {
    taskId: 'task-1',
    word: 'processing',
    meaning: 'processing',
    link: null,
    message: null,
    code: null,
    madeAt: 900,
    answer: '{}',
    ...changes,
  }
}

const sent: VideoProgress = {
  ...queuedProgress,
  attempts: 1,
  gatewayUrl: 'https://gateway.example/v1',
  sentAt: 1000,
}
const taken: VideoProgress = { ...sent, taskId: 'task-1', acceptedAt: 1100, word: 'pending', answer: '{}' }
const over = { endedAt: 2000 }

/** A job in each state, as it would arise. */
export const jobIn: Readonly<Record<VideoStatus, VideoProgress>> = {
  queued: queuedProgress,
  submitting: { ...sent, status: 'submitting' },
  pending: { ...taken, status: 'pending', nextPollAt: 6000 },
  processing: { ...taken, status: 'processing', nextPollAt: 6000, polls: 1, polledAt: 1500 },
  downloading: { ...taken, status: 'downloading', link, polls: 2, polledAt: 1900 },
  done: { ...taken, ...over, status: 'done', link, mediaId: 'a'.repeat(64), videoDuration: 5000 },
  failed: { ...taken, ...over, status: 'failed', error: appError('video_failed') },
  cancelled: { ...taken, ...over, status: 'cancelled', error: appError('cancelled') },
  expired: { ...taken, ...over, status: 'expired', error: appError('task_expired') },
  unknown: { ...sent, ...over, status: 'unknown', error: appError('connection_lost') },
}

const at = 3000
const nextPollAt = 9000
const error = appError('connection_lost')

/** Events of every kind and form. */
export const someEvents: Readonly<Record<string, VideoJobEvent>> = {
  sent: { type: 'sent', at, gatewayUrl: 'https://gateway.example/v1', chosen: false },
  'sent by choice': { type: 'sent', at, gatewayUrl: 'https://gateway.example/v1', chosen: true },
  'not sent': { type: 'not-sent', at, error },
  'refused for now': { type: 'attempt-failed', at, error, decision: { action: 'retry', delayMs: 500 } },
  'refused for good': { type: 'attempt-failed', at, error, decision: { action: 'stop' } },
  'answer lost': { type: 'attempt-failed', at, error, decision: { action: 'ask' } },
  'reported pending': {
    type: 'reported',
    at,
    report: report({ word: 'pending', meaning: 'pending' }),
    nextPollAt,
    overdue: false,
  },
  'reported processing': { type: 'reported', at, report: report(), nextPollAt, overdue: false },
  'reported a strange word': {
    type: 'reported',
    at,
    report: report({ word: 'moonlighting', meaning: null }),
    nextPollAt,
    overdue: false,
  },
  'reported completed': {
    type: 'reported',
    at,
    report: report({ word: 'completed', meaning: 'completed', link }),
    nextPollAt,
    overdue: false,
  },
  'reported completed without a link': {
    type: 'reported',
    at,
    report: report({ word: 'completed', meaning: 'completed' }),
    nextPollAt,
    overdue: false,
  },
  'reported failed': {
    type: 'reported',
    at,
    report: report({ word: 'failed', meaning: 'failed', message: 'no herons' }),
    nextPollAt,
    overdue: false,
  },
  'reported cancelled': {
    type: 'reported',
    at,
    report: report({ word: 'canceled', meaning: 'cancelled' }),
    nextPollAt,
    overdue: false,
  },
  'reported expired': {
    type: 'reported',
    at,
    report: report({ word: 'expired', meaning: 'expired' }),
    nextPollAt,
    overdue: false,
  },
  'reported processing after a day': { type: 'reported', at, report: report(), nextPollAt, overdue: true },
  'reported nothing to hold on to': {
    type: 'reported',
    at,
    report: report({ taskId: null }),
    nextPollAt,
    overdue: false,
  },
  'poll sent': { type: 'poll-sent', at },
  'poll failed': { type: 'poll-failed', at, error, nextPollAt, overdue: false },
  'poll said 404': {
    type: 'poll-failed',
    at,
    error: appError('model_not_found', 'gone', { status: 404 }),
    nextPollAt,
    overdue: false,
  },
  'poll failed after a day': {
    type: 'poll-failed',
    at,
    error: appError('server_error', 'no', { status: 500 }),
    nextPollAt,
    overdue: true,
  },
  received: { type: 'received', received: 0, total: 100, version: '"a"' },
  'link dead': { type: 'link-dead', at, error: appError('link_expired'), nextPollAt },
  'download broke off': { type: 'download-broke-off', at, error, retryAt: 4000 },
  'download refused': { type: 'download-refused', at, error: appError('link_refused') },
  downloaded: { type: 'downloaded', at, mediaId: 'b'.repeat(64), bytes: 100, videoDuration: 5000 },
  cancel: { type: 'cancel', at },
  'ask again': { type: 'refetch', at },
  'app began': { type: 'app-began', at },
}
