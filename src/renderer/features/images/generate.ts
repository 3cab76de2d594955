import { paidPresses, pressRestMs } from '../../components/forms/press-guard.ts'
import { SubmissionIds } from '../../components/forms/submission-ids.ts'
import { jobOf } from '../../components/jobs/job-list.ts'
import { call } from '../../platform/bridge/client.ts'
import { type FormState, requestOf } from './form.ts'
import { flushForm, formArea } from './form-draft.ts'
import { jobAnswered } from './job-actions.ts'
import { focusPrompt, showGridTop } from './studio-actions.ts'
import { studio, useStudio } from './studio-store.ts'
import { readyTarget } from './target.ts'

const ids = new SubmissionIds()

/**
 * Sends the form's request, once per press; a later press is another request.
 * Does nothing while a mask is being drawn, because the form does not contain it yet.
 */
export async function generate(): Promise<void> {
  if (!studio().maskOpen) await paidPresses.once(formArea, 'generate', submit)
}

async function submit(): Promise<void> {
  useStudio.setState({ submitError: null, problem: null })
  const target = await readyTarget()
  const { form } = studio()
  const made = requestOf(form, target)
  if (!made.ok) {
    useStudio.setState({ problem: made.problem, formShown: true, pickerOpen: made.problem === 'model' })
    if (made.problem === 'prompt') focusPrompt()
    return
  }
  flushForm()
  const content = JSON.stringify(made.request)
  const jobId = ids.one(content)
  const before = jobOf(studio().jobs, jobId)
  const answer = await call('images.submit', { jobId, request: made.request })
  if (!answer.ok) {
    useStudio.setState({ submitError: answer.error })
    return
  }
  ids.dropAccepted(content)
  tellSubmitted(form)
  jobAnswered(answer.value, before)
  showGridTop()
}

let telling: ReturnType<typeof setTimeout> | undefined

/** Shows "Submitted" on the button until the next press counts. */
function tellSubmitted(form: FormState): void {
  clearTimeout(telling)
  useStudio.setState({ submitted: form, justSubmitted: true })
  // slightly longer than the guard's delay, so that the button is not ready too early
  telling = setTimeout(() => useStudio.setState({ justSubmitted: false }), pressRestMs + 50)
}
