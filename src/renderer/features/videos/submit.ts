import type { VideoRequest } from '../../../shared/video.ts'
import { call } from '../../bridge/client.ts'
import { requestsOf } from './form.ts'
import { flushForm } from './form-draft.ts'
import { jobTable } from './job-table.ts'
import { focusPrompt, showListTop } from './panel-actions.ts'
import { readyTarget } from './target.ts'
import { useVideos, videos } from './videos-store.ts'

let asking = false
// a submission that got no answer is repeated under the same ids: main knows whether it has it already
let attempt: { readonly jobIds: readonly string[]; readonly words: string } | null = null

function jobIdsFor(requests: readonly VideoRequest[]): readonly string[] {
  const words = JSON.stringify(requests)
  if (attempt?.words !== words) attempt = { jobIds: requests.map(() => crypto.randomUUID()), words }
  return attempt.jobIds
}

/** Puts what the form says into the queue. A repeat before main has answered is no second request. */
export async function submitVideos(): Promise<void> {
  if (asking) return
  asking = true
  try {
    await submit()
  } finally {
    asking = false
  }
}

async function submit(): Promise<void> {
  useVideos.setState({ submitError: null, problem: null })
  const made = requestsOf(videos().form, await readyTarget())
  if (!made.ok) {
    const { problem } = made
    useVideos.setState({ problem, formShown: true, pickerOpen: problem === 'model' })
    if (problem === 'prompt' || problem === 'tooMany') focusPrompt()
    return
  }
  flushForm()
  const ids = jobIdsFor(made.requests)
  const jobs = made.requests.flatMap((request, index) => {
    const jobId = ids[index]
    return jobId === undefined ? [] : [{ jobId, request }]
  })
  const before = jobTable.snapshot()
  const answer = await call('videos.submit', { jobs })
  if (!answer.ok) {
    useVideos.setState({ submitError: answer.error })
    return
  }
  attempt = null
  jobTable.read(answer.value, before)
  showListTop()
}
