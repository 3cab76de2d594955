import { messageLengthMax } from '../../../shared/chat-limits.ts'
import { appState } from '../../platform/app-store.ts'
import { call } from '../../platform/bridge/client.ts'

/** Tells the shell which code was right-clicked, if the shell builds the context menu itself. */
export function tellClickedCode(event: Event, source: () => string): void {
  if (appState().info.shell !== 'electron') return
  // runs after every listener, and before Chromium requests the menu
  queueMicrotask(() => {
    if (event.defaultPrevented) return
    const code = source()
    if (code !== '' && code.length <= messageLengthMax) void call('app.clickedCode', { code })
  })
}
