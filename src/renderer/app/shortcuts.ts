import { useEffect } from 'react'
import { newChat } from '../features/chat/chat-actions.ts'
import { appState } from './app-store.ts'
import { showPalette, showPanel, showSettings, useNavigation } from './navigation.ts'
import { panelOfDigit } from './panels.ts'

/** The shortcuts that work everywhere in the window. */
export function useShortcuts(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const mod = appState().info.platform === 'mac' ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
      if (!mod || event.altKey || event.shiftKey || event.isComposing) return
      switch (event.key.toLowerCase()) {
        case 'k':
          event.preventDefault()
          showPalette(!useNavigation.getState().paletteOpen)
          return
        case 'n':
          event.preventDefault()
          showPanel('chat')
          void newChat()
          return
        case ',':
          event.preventDefault()
          showSettings(useNavigation.getState().settingsPage)
          return
        default: {
          const panel = panelOfDigit(event.key)
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
