import type { TranscriptionDraft } from '../../../shared/transcript.ts'
import { call } from '../../platform/bridge/client.ts'
import { SaveSoon } from '../../platform/save-soon.ts'
import { type TranscriptionState, transcription, useTranscription } from './transcription-store.ts'

/** Choices for the next recordings and exports, kept across restarts. */
function draftOf({ form, formats, rules }: TranscriptionState): TranscriptionDraft {
  return { ...form, formats: [...formats], rules }
}

const draft = new SaveSoon(() => void call('transcription.saveDraft', { draft: draftOf(transcription()) }))

function differ(one: TranscriptionState, other: TranscriptionState): boolean {
  return one.form !== other.form || one.formats !== other.formats || one.rules !== other.rules
}

/** Shows what was chosen last, unless the person was faster, and keeps what is chosen from now on. */
export async function recallChoices(): Promise<void> {
  const before = transcription()
  const answer = await call('transcription.draft', {})
  if (differ(before, transcription())) draft.changed()
  else if (answer.ok && answer.value !== null) {
    const { formats, rules, ...form } = answer.value
    useTranscription.setState({ form, formats, rules })
  }
  useTranscription.subscribe((now, then) => {
    if (differ(now, then)) draft.changed()
  })
  window.addEventListener('pagehide', () => draft.flush())
}
