import i18next from 'i18next'
import { create } from 'zustand'
import type { AppError } from '../../../../shared/errors.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { SubmissionIds } from '../../../components/forms/submission-ids.ts'
import { call } from '../../../platform/bridge/client.ts'
import { showToast } from '../../../platform/toasts.ts'
import { studio } from '../studio-store.ts'

interface Improving {
  readonly opened: boolean
  readonly busy: boolean
  readonly error: AppError | null
  /** The last proposal with the prompt that it is for. */
  readonly proposal: { readonly before: string; readonly after: string } | null
  /** The chat model that was chosen last; null for the usual one. */
  readonly target: { readonly connectionId: string | null; readonly model: string } | null
}

/** State of the dialog that lets a chat model improve the prompt. A proposal that comes later stays here. */
export const useImproving = create<Improving>(() => ({
  opened: false,
  busy: false,
  error: null,
  proposal: null,
  target: null,
}))

export function openImproving(): void {
  useImproving.setState({ opened: true, error: null })
}

export function closeImproving(): void {
  useImproving.setState({ opened: false })
}

const ids = new SubmissionIds()

/** Asks the model once per press. */
export async function improvePrompt(connectionId: string, model: string, wish: string): Promise<void> {
  const { form } = studio()
  const request = { connectionId, model, wish, prompt: form.prompt, isEdit: form.source !== null }
  const content = JSON.stringify(request)
  await paidPresses.once('images improve', content, async () => {
    useImproving.setState({ busy: true, error: null })
    const answer = await call('images.improvePrompt', { requestId: ids.one(content), ...request })
    ids.dropAccepted(content)
    if (!answer.ok) return useImproving.setState({ busy: false, error: answer.error })
    useImproving.setState({ busy: false, proposal: { before: request.prompt, after: answer.value.prompt } })
    if (!useImproving.getState().opened)
      showToast(i18next.t('images.improved'), { label: i18next.t('images.improvedShow'), run: openImproving })
  })
}
