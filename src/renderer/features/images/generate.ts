import type { ImageRequest } from '../../../shared/image.ts'
import { call } from '../../bridge/client.ts'
import { requestOf } from './form.ts'
import { flushForm } from './form-draft.ts'
import { jobAnswered } from './job-actions.ts'
import { jobOf } from './jobs.ts'
import { focusPrompt, showGridTop } from './studio-actions.ts'
import { studio, useStudio } from './studio-store.ts'
import { readyTarget } from './target.ts'

let asking = false
// a submission that got no answer is repeated under the same id: main knows whether it has it already
let attempt: { readonly jobId: string; readonly words: string } | null = null

function jobIdFor(request: ImageRequest): string {
  const words = JSON.stringify(request)
  if (attempt?.words !== words) attempt = { jobId: crypto.randomUUID(), words }
  return attempt.jobId
}

/**
 * Sends what the form says. A repeat before main has answered is no second request. While a mask is drawn the form
 * does not have it yet: what would be sent is not what is seen.
 */
export async function generate(): Promise<void> {
  if (asking || studio().maskOpen) return
  asking = true
  try {
    await submit()
  } finally {
    asking = false
  }
}

async function submit(): Promise<void> {
  useStudio.setState({ submitError: null, problem: null })
  const target = await readyTarget()
  const made = requestOf(studio().form, target)
  if (!made.ok) {
    useStudio.setState({ problem: made.problem, formShown: true, pickerOpen: made.problem === 'model' })
    if (made.problem === 'prompt') focusPrompt()
    return
  }
  flushForm()
  const jobId = jobIdFor(made.request)
  const before = jobOf(studio().jobs, jobId)
  const answer = await call('images.submit', { jobId, request: made.request })
  if (!answer.ok) {
    useStudio.setState({ submitError: answer.error })
    return
  }
  attempt = null
  jobAnswered(answer.value, before)
  showGridTop()
}
