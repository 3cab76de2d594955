import i18next from 'i18next'
import { closeToast, showToast } from '../../../platform/toasts.ts'
import { composerKey, useChat } from '../state/chat-store.ts'
import { isWithheld } from '../state/temporary-open.ts'
import { attach } from './attach.ts'
import { composerFilesOf, removeFile } from './composer-files.ts'
import { composerText, replaceComposer } from './drafts.ts'

/** Length above which a pasted text is offered as a file, in UTF-16 units. */
const pastedFileMin = 2_000

/** Toast of the last offer; a later paste replaces it. */
let offered = ''

/** Offers to attach a long pasted text as a file instead, with one press to undo it. */
export function offerAsFile(text: string): void {
  if (text.length <= pastedFileMin || isWithheld()) return
  const key = composerKey(useChat.getState())
  closeToast(offered)
  offered = showToast(i18next.t('files.pasted', { count: text.length }), {
    label: i18next.t('files.pastedAttach'),
    run: () => void attachInstead(key, text),
  })
}

async function attachInstead(key: string, text: string): Promise<void> {
  const before = composerText()
  const from = before.lastIndexOf(text)
  if (from < 0 || composerKey(useChat.getState()) !== key) {
    showToast(i18next.t('files.pastedChanged'))
    return
  }
  const known = new Set(composerFilesOf(key).map((file) => file.key))
  replaceComposer(before.slice(0, from) + before.slice(from + text.length))
  await attach([new File([text], i18next.t('files.pastedName'), { type: 'text/plain' })])
  const added = composerFilesOf(key).find((file) => !known.has(file.key))
  if (added === undefined) return
  showToast(i18next.t('files.pastedAttached'), {
    label: i18next.t('app.undo'),
    run: () => {
      if (composerKey(useChat.getState()) !== key) return
      removeFile(added.key)
      const now = composerText()
      const at = Math.min(from, now.length)
      replaceComposer(now.slice(0, at) + text + now.slice(at))
    },
  })
}
