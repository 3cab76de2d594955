import { paidPresses } from '../../components/forms/press-guard.ts'
import { call } from '../../platform/bridge/client.ts'
import { SaveSoon } from '../../platform/save-soon.ts'
import type { FormState } from './form.ts'
import { useVideos, videos } from './videos-store.ts'

/** The form's area in the press guard. */
export const formArea = 'videos form'

const draft = new SaveSoon(() => void call('videos.saveDraft', { draft: videos().form }))

/** Applies a change of the form and schedules saving it. */
export function changeForm(change: Partial<FormState>): void {
  useVideos.setState((state) => ({ form: { ...state.form, ...change }, touched: true, problem: null }))
  paidPresses.noteContentChange(formArea)
  draft.scheduleSave()
}

/** Clears the prompt after a submission and saves at once; the press guard still blocks a second press. */
export function emptyPrompt(): void {
  useVideos.setState((state) => ({ form: { ...state.form, text: '' } }))
  draft.scheduleSave()
  draft.flush()
}

/** Saves the form now if it is unsaved. */
export function flushForm(): void {
  draft.flush()
}
