import type { QuickPort } from '../platform.ts'

/** The quick window of the browser shell, which has no windows of its own: the page opens it. */
export const pageQuick: QuickPort = {
  show: () => 'page',
  hide: () => 'page',
  raise(tell) {
    tell()
    return 'page'
  },
  clipboard: async () => null,
  shortcut: () => 'unavailable',
  pauseShortcut: () => undefined,
}
