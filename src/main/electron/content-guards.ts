import { externalUrl } from '../security/external-url.ts'
import { isAppUrl, previewName } from './app-origin.ts'

interface Preventable {
  preventDefault(): void
}
interface Navigation extends Preventable {
  readonly url: string
  readonly isMainFrame: boolean
}

/** The part of Electron's WebContents that the guards need. */
export interface GuardedContents {
  on(event: 'will-navigate', listener: (details: Navigation) => void): unknown
  on(event: 'will-frame-navigate', listener: (details: Navigation) => void): unknown
  on(event: 'will-redirect', listener: (details: Navigation) => void): unknown
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown
  setWindowOpenHandler(handler: (details: { readonly url: string }) => { action: 'deny' }): void
}

/** The part of Electron's App that announces new WebContents. */
export interface ContentsSource {
  on(event: 'web-contents-created', listener: (event: unknown, contents: GuardedContents) => void): unknown
}

/** Guards every future page, frame and webview; see `guardContents`. */
export function guardEveryContents(app: ContentsSource, openExternal: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, openExternal))
}

/**
 * Keeps contents on the page (Electron's security checklist, 12 to 15) and frames on previews: no navigation elsewhere
 * or by redirect, no webview, no new window. An allowed link that asks for a new window opens in the system's browser.
 */
export function guardContents(contents: GuardedContents, openExternal: (url: string) => void): void {
  function stay(details: Navigation): void {
    // the page has one kind of frame, which shows previews
    const isOurs = details.isMainFrame ? isAppUrl(details.url) : previewName(details.url) !== null
    if (!isOurs) details.preventDefault()
  }
  contents.on('will-navigate', stay)
  // `will-navigate` alone misses frames and redirects
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    const checked = externalUrl(url)
    // after this handler: Electron's documentation warns against opening from inside it
    if (checked.ok) setImmediate(() => openExternal(checked.value))
    return { action: 'deny' }
  })
}
