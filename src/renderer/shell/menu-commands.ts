import type { EventPayload } from '../../shared/ipc/contract.ts'
import type { MenuCommand } from '../../shared/menu-command.ts'
import { call, on } from '../platform/bridge/client.ts'
import { openItem } from '../platform/feature.ts'
import {
  libraryPages,
  settingsPages,
  showLibrary,
  showPalette,
  showPanel,
  showSettings,
  useNavigation,
} from '../platform/navigation.ts'
import { showQuick } from '../platform/quick.ts'
import { beginNew, beginTemporary, enterPanel, findInPanel, searchEverything } from './features.ts'

/** Runs an item of the application menu. */
function runCommand(command: MenuCommand): void {
  showPalette(false)
  switch (command) {
    case 'newChat':
      beginNew()
      return
    case 'newTemporaryChat':
      beginTemporary()
      return
    case 'quick':
      void showQuick()
      return
    case 'palette':
      showPalette(true)
      return
    case 'search':
      searchEverything(null)
      return
    case 'find':
      findInPanel()
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
    case 'library':
      enterPanel(command)
      return
    default:
      command satisfies never
  }
}

/** Shows what the quick window requested. */
function runOpened({ conversationId, settingsPage }: EventPayload<'quick.opened'>): void {
  showPalette(false)
  const page = settingsPages.find((known) => known === settingsPage)
  const library = libraryPages.find((known) => known === settingsPage)
  if (page !== undefined) showSettings(page)
  else if (library !== undefined) showLibrary(library)
  else if (conversationId === null) showPanel('chat')
  else openItem({ key: { kind: 'chat', id: conversationId }, partId: null, search: null })
}

/** Commands received before the page was ready; null once it is. */
let early: (() => void)[] | null = []

function soon(run: () => void): void {
  if (early === null) run()
  else early.push(run)
}

/** Listens to the application menu from the page's first moment, because a menu item can open the window. */
export function listenToMenu(): void {
  on('app.command', ({ command }) => soon(() => runCommand(command)))
  on('quick.opened', (target) => soon(() => runOpened(target)))
}

/** Runs the commands received before the page was ready. */
export function answerMenu(): void {
  const waiting = early ?? []
  early = null
  for (const run of waiting) run()
}
