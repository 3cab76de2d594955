import type { ImageChange, ImageJob } from '../../../shared/image.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { paidPresses } from '../../components/forms/press-guard.ts'
import { SubmissionIds } from '../../components/forms/submission-ids.ts'
import { isOvertaken, jobOf } from '../../components/jobs/job-list.ts'
import { indexOfItem } from '../../components/lists/pages.ts'
import { allWindows } from '../../components/lists/windows.ts'
import { call } from '../../platform/bridge/client.ts'
import { tellError } from '../../platform/errors/tell-error.ts'
import { formOfRequest } from './form.ts'
import { changeForm } from './form-draft.ts'
import { galleryReader } from './gallery-actions.ts'
import { savedImages } from './jobs.ts'
import { findLastMask, openMask } from './source-actions.ts'
import { focusPrompt, showGridTop } from './studio-actions.ts'
import { dispatchJobs, studio, useStudio } from './studio-store.ts'

/** Loads running and failed jobs. */
export async function loadJobs(): Promise<void> {
  dispatchJobs({ type: 'asking' })
  const answer = await allWindows(
    (window) => call('images.jobs', window),
    ({ jobs }) => jobs,
  )
  if (answer.ok) dispatchJobs({ type: 'listed', jobs: answer.value })
}

/** Applies an event about a job. */
export function jobTold(job: ImageJob): void {
  dispatchJobs({ type: 'job', job })
  const { pages, jobs } = studio()
  const open = savedImages(job).filter((id) => !jobs.landed.has(id))
  if (open.length === 0) return
  // the grid may have read an image before the event that its job stored it
  const here = open.filter((id) => indexOfItem(pages, id) >= 0)
  if (here.length > 0) dispatchJobs({ type: 'landed', imageIds: here })
  if (here.length < open.length) galleryReader.markListChanged()
}

/** Applies a call's answer about a job, unless a newer event arrived first. */
export function jobAnswered(job: ImageJob, before: ImageJob | null): void {
  if (!isOvertaken(studio().jobs, job.id, before)) jobTold(job)
}

export async function cancelJob(jobId: string): Promise<void> {
  const before = jobOf(studio().jobs, jobId)
  const answer = await call('images.cancel', { jobId })
  if (answer.ok) jobAnswered(answer.value, before)
  else tellError(answer.error)
}

export async function dismissJob(jobId: string): Promise<void> {
  const answer = await call('images.dismiss', { jobId })
  if (answer.ok || answer.error.code === 'not_found') dispatchJobs({ type: 'dismissed', jobId })
  else tellError(answer.error)
}

/** Asks before a job is sent again, because it costs money, perhaps for the second time. */
export function askToSendAgain(jobId: string, change: ImageChange | null = null): void {
  useStudio.setState({ sendingAgain: { jobId, change } })
}

const newIds = new SubmissionIds()

/** Sends a job again, once per press, after the user agreed. */
export async function retryJob(jobId: string, change: ImageChange | null = null): Promise<void> {
  await paidPresses.once('images notes', jobId, async () => {
    const answer = await call('images.retry', {
      jobId,
      newJobId: newIds.one(jobId),
      ...(change === null ? {} : { change }),
    })
    if (!answer.ok) return tellError(answer.error)
    newIds.dropAccepted(jobId)
    dispatchJobs({ type: 'dismissed', jobId })
    jobAnswered(answer.value, null)
    showGridTop()
  })
}

/** Fetches the unsaved results again; costs nothing. */
export async function refetchJob(jobId: string): Promise<void> {
  const before = jobOf(studio().jobs, jobId)
  const answer = await call('images.refetch', { jobId })
  if (answer.ok) jobAnswered(answer.value, before)
  else tellError(answer.error)
}

/** Fills the form with a job's request; sends nothing. */
export async function putBack(job: ImageJob): Promise<void> {
  const { edit } = job.request
  // a job has only the id of its source; preparing it again returns the rest and costs nothing
  const source = edit === null ? null : await readyPicture(edit.sourceId)
  const others = await Promise.all((edit?.references ?? []).map(({ mediaId }) => readyPicture(mediaId)))
  const references = others.filter((media) => media !== null)
  const ready = edit === null || edit.maskId === null ? null : await readyPicture(edit.maskId)
  const mask = ready?.id === edit?.maskId ? ready : null
  changeForm({ type: 'replaced', form: formOfRequest(job.request, { source, mask, references }, studio().form) })
  useStudio.setState({ lastMask: null, sourceError: null, submitError: null })
  void findLastMask()
  focusPrompt()
}

async function readyPicture(mediaId: string): Promise<MediaItem | null> {
  const answer = await call('images.prepareSource', { from: { kind: 'media', mediaId } })
  return answer.ok ? answer.value : null
}

export async function putBackAndPickModel(job: ImageJob): Promise<void> {
  await putBack(job)
  useStudio.setState({ pickerOpen: true })
}

export async function putBackAndOpenMask(job: ImageJob): Promise<void> {
  await putBack(job)
  openMask()
}

export async function putBackAndChooseFile(job: ImageJob): Promise<void> {
  await putBack(job)
  useStudio.setState((state) => ({ chooseFile: state.chooseFile + 1 }))
}
