import { SaveSoon } from '../../app/save-soon.ts'
import { call } from '../../bridge/client.ts'
import type { FormState } from './form.ts'
import { useVideos, videos } from './videos-store.ts'

const draft = new SaveSoon(() => void call('videos.saveDraft', { draft: videos().form }))

/** Applies what the person did to the form, and keeps it soon. */
export function changeForm(change: Partial<FormState>): void {
  useVideos.setState((state) => ({ form: { ...state.form, ...change }, touched: true, problem: null }))
  draft.changed()
}

/** Keeps the form now, if it is not kept yet. */
export function flushForm(): void {
  draft.flush()
}
