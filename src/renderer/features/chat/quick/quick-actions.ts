import i18next from 'i18next'
import { clipboardText, openInAtelier } from '../../../platform/quick.ts'
import { showToast } from '../../../platform/toasts.ts'
import { attach } from '../actions/attach.ts'
import { flushDraft, focusComposer } from '../actions/drafts.ts'
import { chatNow } from '../state/chat-store.ts'

/** Adds the clipboard's text to the composer as a file that can be removed again. Sends nothing. */
export async function addClipboard(): Promise<void> {
  const text = await clipboardText()
  // before the file is read: later the user may already be elsewhere
  focusComposer()
  if (text === null) showToast(i18next.t('quick.clipboardRefused'))
  else if (text.trim() === '') showToast(i18next.t('quick.clipboardEmpty'))
  else await attach([new File([text], i18next.t('quick.clipboardFile'), { type: 'text/plain' })])
}

/** Continues the chat in the main window. */
export async function continueInMainWindow(): Promise<void> {
  flushDraft()
  await openInAtelier(chatNow().open?.conversation.id ?? null, null)
}
