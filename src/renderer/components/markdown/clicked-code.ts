import { messageLengthMax } from '../../../shared/chat-limits.ts'
import { appState } from '../../platform/app-store.ts'
import { call } from '../../platform/bridge/client.ts'

/** Tells the shell that this code was clicked with the right button, where the shell makes the menu itself. */
export function tellClickedCode(event: Event, source: () => string): void {
  if (appState().info.shell !== 'electron') return
  // after every listener, and before Chromium asks for the menu
  queueMicrotask(() => {
    if (event.defaultPrevented) return
    const code = source()
    if (code !== '' && code.length <= messageLengthMax) void call('app.clickedCode', { code })
  })
}
