import { paidPresses } from '../../components/forms/press-guard.ts'
import { call } from '../../platform/bridge/client.ts'
import { SaveSoon } from '../../platform/save-soon.ts'
import type { FormAction } from './form.ts'
import { dispatchForm, studio, useStudio } from './studio-store.ts'

/** The form's area in the guard of paid presses. */
export const formArea = 'images form'

const draft = new SaveSoon(() => void call('images.saveDraft', { draft: studio().form }))

/** Applies what the person did to the form, and keeps it soon. */
export function changeForm(action: FormAction): void {
  dispatchForm(action)
  paidPresses.changed(formArea)
  useStudio.setState({ touched: true, problem: null })
  draft.changed()
}

/** Keeps the form now, if it is not kept yet. */
export function flushForm(): void {
  draft.flush()
}
