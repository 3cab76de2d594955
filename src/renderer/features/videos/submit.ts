import { paidPresses } from '../../components/forms/press-guard.ts'
import { SubmissionIds } from '../../components/forms/submission-ids.ts'
import { call } from '../../platform/bridge/client.ts'
import { needsAgreement, requestsOf } from './form.ts'
import { changeForm, emptyPrompt, flushForm, formArea } from './form-draft.ts'
import { jobTable } from './job-table.ts'
import { focusPrompt, showListTop } from './panel-actions.ts'
import { readyTarget } from './target.ts'
import { costOfVideos } from './video-cost.ts'
import { useVideos, videos } from './videos-store.ts'

const ids = new SubmissionIds()

/**
 * Submits the form, once per press, and clears the prompt. Many videos without a known price require confirmation
 * first, unless the user has `agreed`.
 */
export async function submitVideos(agreed = false): Promise<void> {
  await paidPresses.once(formArea, agreed ? 'submit all' : 'submit', () => submit(agreed))
}

/** Restores the last submitted prompt; sends nothing. */
export function bringBackPrompt(): void {
  const { submitted } = videos()
  if (submitted === null) return
  changeForm({ text: submitted.text, asList: submitted.asList })
  useVideos.setState({ submitted: null })
  focusPrompt()
}

async function submit(agreed: boolean): Promise<void> {
  useVideos.setState({ submitError: null, problem: null })
  const target = await readyTarget()
  const { form } = videos()
  const made = requestsOf(form, target)
  if (!made.ok) {
    const { problem } = made
    useVideos.setState({ problem, formShown: true, pickerOpen: problem === 'model' })
    if (problem === 'prompt' || problem === 'tooMany') focusPrompt()
    return
  }
  const count = made.requests.length
  const isPriced = made.requests.every((request) => costOfVideos(request, 1) !== null)
  if (!agreed && needsAgreement(count, isPriced)) {
    // nothing was paid, so the press in the dialog does not count as a second one
    paidPresses.noteContentChange(formArea)
    useVideos.setState({ question: { kind: 'many', count, base: target.base } })
    return
  }
  flushForm()
  const content = JSON.stringify(made.requests)
  const jobIds = ids.for(content, made.requests.length)
  const jobs = made.requests.flatMap((request, index) => {
    const jobId = jobIds[index]
    return jobId === undefined ? [] : [{ jobId, request }]
  })
  const before = jobTable.snapshot()
  const answer = await call('videos.submit', { jobs })
  if (!answer.ok) {
    useVideos.setState({ submitError: answer.error })
    return
  }
  ids.dropAccepted(content)
  // text typed meanwhile stays; repeating a submission needs a new press, because videos cost most
  if (videos().form.text === form.text) {
    emptyPrompt()
    useVideos.setState({ submitted: { text: form.text, asList: form.asList, count: jobs.length } })
  }
  jobTable.read(answer.value, before)
  showListTop()
}
