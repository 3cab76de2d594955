import i18next from 'i18next'
import { dictationNow } from '../../../platform/feature.ts'
import { showToast } from '../../../platform/toasts.ts'
import { composerKey, useChat } from '../chat-store.ts'
import { insertAtCaret } from '../composer/drafts.ts'
import { isWithheld } from '../temporary/temporary-open.ts'

/** Records for the composer of the open chat. The text goes where its caret is when it comes. */
export function dictate(): void {
  if (isWithheld()) return
  const owner = composerKey(useChat.getState())
  dictationNow()?.start((text) => {
    if (text === '') {
      showToast(i18next.t('reading.dictatedNothing'))
      return
    }
    if (composerKey(useChat.getState()) === owner && insertAtCaret(text)) return
    showToast(i18next.t('reading.dictatedElsewhere'), {
      label: i18next.t('reading.showTranscripts'),
      run: () => dictationNow()?.show(),
    })
  })
}

/** Begins a dictation, or ends the one that records. */
export function toggleDictation(): void {
  const dictation = dictationNow()
  if (dictation?.isRecording() === true) dictation.stop()
  else dictate()
}
