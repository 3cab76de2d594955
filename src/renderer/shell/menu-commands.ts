import type { MenuCommand } from '../../shared/menu-command.ts'
import { call, on } from '../platform/bridge/client.ts'
import { showPalette, showPanel, showSettings, useNavigation } from '../platform/navigation.ts'
import { beginNew, searchEverything } from './features.ts'

/** Runs an item of the application menu. */
function runCommand(command: MenuCommand): void {
  showPalette(false)
  switch (command) {
    case 'newChat':
      beginNew()
      return
    case 'palette':
      showPalette(true)
      return
    case 'search':
      searchEverything(null)
      return
    case 'settings':
      showSettings(useNavigation.getState().settingsPage)
      return
    case 'about':
      showSettings('about')
      return
    case 'dataFolder':
      void call('app.openDataFolder', {})
      return
    case 'chat':
    case 'images':
    case 'transcription':
    case 'videos':
    case 'history':
      showPanel(command)
      return
    default:
      command satisfies never
  }
}

/** Commands received before the page was ready; null once it is. */
let early: MenuCommand[] | null = []

/** Listens to the application menu from the page's first moment, because a menu item can open the window. */
export function listenToMenu(): void {
  on('app.command', ({ command }) => {
    if (early === null) runCommand(command)
    else early.push(command)
  })
}

/** Runs the commands received before the page was ready. */
export function answerMenu(): void {
  const waiting = early ?? []
  early = null
  for (const command of waiting) runCommand(command)
}
