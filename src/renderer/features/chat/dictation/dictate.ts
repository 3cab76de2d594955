import i18next from 'i18next'
import { useEffect } from 'react'
import { dictationNow } from '../../../platform/feature.ts'
import { isQuickPage } from '../../../platform/page-kind.ts'
import { showToast } from '../../../platform/toasts.ts'
import { insertAtCaret, onComposerGone } from '../actions/drafts.ts'
import { composerKey, useChat } from '../state/chat-store.ts'
import { isWithheld } from '../state/temporary-open.ts'

/** The chat that is dictated into; null while none is. */
let dictatedInto: string | null = null
let isFollowing = false

/** Ends a dictation when its chat, panel or quick window is left, so that no microphone stays on unnoticed. */
function followLeaving(): void {
  if (isFollowing) return
  isFollowing = true
  const leave = () => dictationNow()?.leave()
  onComposerGone(leave)
  useChat.subscribe((state) => {
    if (dictatedInto !== null && composerKey(state) !== dictatedInto) {
      dictatedInto = null
      leave()
    }
  })
  if (isQuickPage) document.addEventListener('visibilitychange', () => document.hidden && leave())
}

/** Records for the composer of the open chat. The text is inserted at the caret when it arrives. */
export function dictate(): void {
  if (isWithheld()) return
  followLeaving()
  const owner = composerKey(useChat.getState())
  dictatedInto = owner
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

/**
 * Makes Escape discard the running dictation, before its other meanings apply. Call it before the other key hooks of a
 * panel.
 */
export function useDiscardKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || event.keyCode === 229) return
      if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return
      const dictation = dictationNow()
      if (dictation?.isOn() !== true) return
      event.preventDefault()
      dictation.discard()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Begins a dictation, or ends the one that records. */
export function toggleDictation(): void {
  const dictation = dictationNow()
  if (dictation?.isRecording() === true) dictation.stop()
  else dictate()
}
