import i18next from 'i18next'
import { showToast } from '../../../platform/toasts.ts'
import { selectionInMessage } from '../state/message-selection.ts'
import { quoteAfter } from '../state/quoted-text.ts'
import { appendToComposer, composerText } from './drafts.ts'

/** Quotes the selection in a message at the end of the draft. Ctrl+Z undoes it. */
export function quoteSelection(): void {
  const found = selectionInMessage()
  if (found === null) {
    showToast(i18next.t('reading.quoteNothing'))
    return
  }
  document.getSelection()?.removeAllRanges()
  appendToComposer(quoteAfter(composerText(), found.text))
}
