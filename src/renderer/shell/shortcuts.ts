import { useEffect } from 'react'
import type { ShortcutId } from '../../shared/shortcut-table.ts'
import { holdTyping } from '../components/window/hold-typing.ts'
import { showPalette, showSettings, useNavigation } from '../platform/navigation.ts'
import { pressedIn } from '../platform/shortcuts.ts'
import { beginNew, beginTemporary, chooseModelAnywhere, enterPanel, searchEverything } from './features.ts'

/** Returns the selected text if it is short enough to search for; else null. */
function selectedText(): string | null {
  const field = document.activeElement
  const typed =
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && /^(text|search)$/.test(field.type))
  const text = typed
    ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
    : (window.getSelection()?.toString() ?? '')
  const line = text.trim()
  return line === '' || line.length > 100 || line.includes('\n') ? null : line
}

/** Handles the shortcuts of the whole window. */
export function useShortcuts(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const id = pressedIn(event, 'window')
      const run = id === null ? undefined : actions[id]
      if (run === undefined) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const actions: { readonly [K in ShortcutId]?: () => void } = {
  palette: () => {
    const isOpening = !useNavigation.getState().paletteOpen
    if (isOpening) holdTyping()
    showPalette(isOpening)
  },
  chooseModel: () => {
    holdTyping()
    showPalette(false)
    chooseModelAnywhere()
  },
  searchHistory: () => {
    showPalette(false)
    searchEverything(selectedText())
  },
  new: () => beginNew(),
  newTemporary: () => {
    showPalette(false)
    beginTemporary()
  },
  settings: () => showSettings(useNavigation.getState().settingsPage),
  chat: () => enterPanel('chat'),
  images: () => enterPanel('images'),
  transcription: () => enterPanel('transcription'),
  videos: () => enterPanel('videos'),
  history: () => enterPanel('history'),
  library: () => enterPanel('library'),
}
