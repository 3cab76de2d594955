import { call } from '../../bridge/client.ts'
import type { FormAction } from './form.ts'
import { dispatchForm, studio, useStudio } from './studio-store.ts'

const saveAfterMs = 300
let pending: ReturnType<typeof setTimeout> | null = null

/** Applies what the person did to the form, and keeps it soon. */
export function changeForm(action: FormAction): void {
  dispatchForm(action)
  useStudio.setState({ touched: true, problem: null })
  if (pending !== null) clearTimeout(pending)
  pending = setTimeout(flushForm, saveAfterMs)
}

/** Keeps the form now, if it is not kept yet. */
export function flushForm(): void {
  if (pending === null) return
  clearTimeout(pending)
  pending = null
  void call('images.saveDraft', { draft: studio().form })
}
