import { paidPresses } from '../../components/forms/press-guard.ts'
import { call } from '../../platform/bridge/client.ts'
import { SaveSoon } from '../../platform/save-soon.ts'
import type { FormAction } from './form.ts'
import { dispatchForm, studio, useStudio } from './studio-store.ts'

/** The form's area in the press guard. */
export const formArea = 'images form'

const draft = new SaveSoon(() => void call('images.saveDraft', { draft: studio().form }))

/** Applies a change of the form and schedules saving it. */
export function changeForm(action: FormAction): void {
  dispatchForm(action)
  paidPresses.noteContentChange(formArea)
  useStudio.setState({ touched: true, problem: null })
  draft.scheduleSave()
}

/** Saves the form now if it is unsaved. */
export function flushForm(): void {
  draft.flush()
}
