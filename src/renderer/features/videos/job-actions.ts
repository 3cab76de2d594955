import i18next from 'i18next'
import type { VideoJob } from '../../../shared/video.ts'
import { baseOf } from '../../../shared/video-models.ts'
import type { VideoMeaning } from '../../../shared/video-words.ts'
import { foldWord } from '../../../shared/video-words.ts'
import { paidPresses } from '../../components/forms/press-guard.ts'
import { SubmissionIds } from '../../components/forms/submission-ids.ts'
import { type Move, moveTarget } from '../../components/jobs/queue-move.ts'
import { isNarrow } from '../../components/window/narrow-window.ts'
import { copyText } from '../../components/words/clipboard.ts'
import { appState, saveSettings } from '../../platform/app-store.ts'
import { call } from '../../platform/bridge/client.ts'
import { errorDetails } from '../../platform/errors/next-step.ts'
import { tellError } from '../../platform/errors/tell-error.ts'
import { showToast } from '../../platform/toasts.ts'
import { formOfRequest } from './form.ts'
import { changeForm } from './form-draft.ts'
import { jobTable } from './job-table.ts'
import { readLine } from './list-actions.ts'
import { closeVideo, focusPrompt, showListTop } from './panel-actions.ts'
import { useVideos, videos } from './videos-store.ts'

type JobCall = 'videos.cancel' | 'videos.refetch' | 'videos.retry'

// a double press sends one request
const asking = new Set<string>()

async function ask(name: JobCall, jobId: string): Promise<void> {
  const key = `${name} ${jobId}`
  if (asking.has(key)) return
  asking.add(key)
  const before = jobTable.snapshot()
  const answer = await call(name, { jobId })
  asking.delete(key)
  if (answer.ok) jobTable.read([answer.value], before)
  else tellError(answer.error)
}

/** Cancels a job in any state, after a confirmation. */
export async function cancelJob(jobId: string): Promise<void> {
  await ask('videos.cancel', jobId)
}

/** Polls a task at once, or fetches its file again; costs nothing. */
export async function refetchJob(jobId: string): Promise<void> {
  await ask('videos.refetch', jobId)
}

/** Submits an unknown job again, by the user's choice, because it may be charged again. */
export async function retryJob(jobId: string): Promise<void> {
  await paidPresses.once('videos list', `retry ${jobId}`, () => ask('videos.retry', jobId))
}

const newIds = new SubmissionIds()

/** Submits the same video as a new job, once per press. */
export async function resubmit(job: VideoJob): Promise<void> {
  await paidPresses.once('videos list', `resubmit ${job.id}`, async () => {
    const answer = await call('videos.submit', { jobs: [{ jobId: newIds.one(job.id), request: job.request }] })
    if (!answer.ok) return tellError(answer.error)
    newIds.dropAccepted(job.id)
    showToast(i18next.t('videos.resubmitted'))
    showListTop()
  })
}

/** Fills the form with a job's request; sends nothing. */
export function putBack(job: VideoJob): void {
  changeForm(formOfRequest(job.request, baseOf(job.request.model), job.firstPicture ?? null))
  useVideos.setState({ submitError: null })
  if (isNarrow()) closeVideo()
  focusPrompt()
}

/** Moves a waiting job within the queue. */
export async function moveJob(jobId: string, move: Move): Promise<void> {
  await readLine()
  const beforeId = moveTarget(videos().line, jobId, move)
  if (beforeId === undefined) return
  const answer = await call('videos.move', { jobId, beforeId })
  if (!answer.ok && answer.error.code !== 'not_found') tellError(answer.error)
}

/** Returns all data of a job for support, except the prompt, which is private. */
export function detailsOf(job: VideoJob, answer: string | null): string {
  const lines = [
    job.taskId === null ? null : `task: ${job.taskId}`,
    `model: ${job.request.model}`,
    `duration: ${job.request.duration} s`,
    `status: ${job.status}`,
    job.word === null ? null : `gateway status: ${job.word}`,
    `attempts: ${job.attempts}, polls: ${job.polls}`,
    job.sentAt === null ? null : `submitted: ${new Date(job.sentAt).toISOString()}`,
    job.error === null ? null : errorDetails(job.error),
    answer === null ? null : `answer: ${answer}`,
  ]
  return lines.filter((line) => line !== null).join('\n')
}

export async function copyAndTell(text: string): Promise<void> {
  const copied = await copyText(text)
  showToast(i18next.t(copied ? 'videos.copied' : 'videos.copyFailed'))
}

export async function copyPrompt(job: VideoJob): Promise<void> {
  await copyAndTell(job.request.prompt)
}

export async function copyDetails(job: VideoJob): Promise<void> {
  const answer = await call('videos.get', { jobId: job.id })
  await copyAndTell(answer.ok ? detailsOf(answer.value.job, answer.value.answer) : detailsOf(job, null))
}

/** Stores the meaning of a gateway's status word, as the user chose it. */
export async function explainWord(jobId: string, word: string, meaning: VideoMeaning): Promise<void> {
  await saveSettings({ videoWordOf: { ...appState().settings.videoWordOf, [foldWord(word)]: meaning } })
  // the next answer is read with the new meaning
  await refetchJob(jobId)
}

// several are marked at once: cards scrolled into view, and an opened view
let toMark = new Set<string>()

/** Marks a job's result as seen. */
export function markSeen(jobId: string): void {
  if (toMark.size === 0) {
    setTimeout(() => {
      const jobIds = [...toMark]
      toMark = new Set()
      void call('videos.seen', { jobIds })
    }, 300)
  }
  toMark.add(jobId)
}
