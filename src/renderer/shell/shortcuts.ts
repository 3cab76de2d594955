import { useEffect } from 'react'
import { appState } from '../platform/app-store.ts'
import { showPalette, showPanel, showSettings, useNavigation } from '../platform/navigation.ts'
import { beginNew, featureOfDigit, searchEverything } from './features.ts'

/** The selected text if it is short enough to search for; else null. */
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

/** The shortcuts of the whole window. */
export function useShortcuts(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const mod = appState().info.platform === 'mac' ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
      if (!mod || event.altKey || event.isComposing) return
      if (event.shiftKey) {
        if (event.key.toLowerCase() !== 'f') return
        event.preventDefault()
        showPalette(false)
        searchEverything(selectedText())
        return
      }
      switch (event.key.toLowerCase()) {
        case 'k':
          event.preventDefault()
          showPalette(!useNavigation.getState().paletteOpen)
          return
        case 'n':
          event.preventDefault()
          beginNew()
          return
        case ',':
          event.preventDefault()
          showSettings(useNavigation.getState().settingsPage)
          return
        default: {
          const panel = featureOfDigit(event.key)
          if (panel === undefined) return
          event.preventDefault()
          showPanel(panel.id)
          return
        }
      }
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
