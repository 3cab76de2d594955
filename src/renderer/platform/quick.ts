import i18next from 'i18next'
import { quickQuery } from '../../shared/quick-states.ts'
import { call } from './bridge/client.ts'
import type { LibraryPage, SettingsPage } from './navigation.ts'
import { isQuickPage } from './page-kind.ts'
import { showToast } from './toasts.ts'

/** Key of a main window's open conversation in session storage. */
const openKey = 'atelier.open'
/**
 * Key of this window's open conversation in session storage. Each kind of window has its own, because a popup starts
 * with a copy of its opener's storage.
 */
export const ownOpenKey = isQuickPage ? `${openKey}.quick` : openKey

/** The quick window that this page opened; null in Electron, where main opens it. */
let popup: Window | null = null

/** Shows the quick window. */
export async function showQuick(): Promise<void> {
  if (popup !== null && !popup.closed) {
    popup.focus()
    return
  }
  const answer = await call('quick.show', {})
  if (!answer.ok || answer.value.by === 'main') return
  // the name finds a window that was opened by an earlier page
  popup = window.open(`${location.pathname}${quickQuery}`, 'atelier-quick', 'popup,width=640,height=520')
  if (popup === null) showToast(i18next.t('quick.popupBlocked'))
}

/** Hides the quick window, which this page is. Unsent text and running answers stay. */
export async function hideQuick(): Promise<void> {
  const answer = await call('quick.hide', {})
  if (answer.ok && answer.value.by === 'page') window.close()
}

/** Continues in the main window. In a browser without one, this page becomes it. */
export async function openInAtelier(
  conversationId: string | null,
  settingsPage: SettingsPage | LibraryPage | null,
): Promise<void> {
  const opener: unknown = window.opener
  const isAlone = !isWindow(opener) || opener.closed
  const answer = await call('quick.open', { conversationId, settingsPage })
  if (!answer.ok) return
  if (answer.value.by === 'main') {
    await hideQuick()
    return
  }
  if (isAlone) {
    try {
      if (conversationId !== null) sessionStorage.setItem(openKey, conversationId)
    } catch {
      // losing this is harmless
    }
    location.assign(location.pathname)
    return
  }
  opener.focus()
  window.close()
}

function isWindow(value: unknown): value is Window {
  return typeof value === 'object' && value !== null && 'closed' in value
}

/** Resolves to the clipboard's text, after a press by the user. Null if it cannot be read. */
export async function clipboardText(): Promise<string | null> {
  const answer = await call('quick.clipboard', {})
  if (answer.ok && answer.value.text !== null) return answer.value.text
  return await navigator.clipboard.readText().catch(() => null)
}
