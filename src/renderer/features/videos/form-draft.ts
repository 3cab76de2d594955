import { paidPresses } from '../../components/forms/press-guard.ts'
import { call } from '../../platform/bridge/client.ts'
import { SaveSoon } from '../../platform/save-soon.ts'
import type { FormState } from './form.ts'
import { useVideos, videos } from './videos-store.ts'

/** The form's area in the guard of paid presses. */
export const formArea = 'videos form'

const draft = new SaveSoon(() => void call('videos.saveDraft', { draft: videos().form }))

/** Applies what the person did to the form, and keeps it soon. */
export function changeForm(change: Partial<FormState>): void {
  useVideos.setState((state) => ({ form: { ...state.form, ...change }, touched: true, problem: null }))
  paidPresses.changed(formArea)
  draft.changed()
}

/** Empties the prompt after a submission and keeps that at once; a second press of the same hand stays guarded. */
export function emptyPrompt(): void {
  useVideos.setState((state) => ({ form: { ...state.form, text: '' } }))
  draft.changed()
  draft.flush()
}

/** Keeps the form now, if it is not kept yet. */
export function flushForm(): void {
  draft.flush()
}
