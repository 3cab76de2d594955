import { externalUrl } from '../security/external-url.ts'
import { isAppUrl } from './app-origin.ts'

interface Preventable {
  preventDefault(): void
}
interface Navigation extends Preventable {
  readonly url: string
}

/** The part of Electron's WebContents that is guarded. */
export interface GuardedContents {
  on(event: 'will-navigate', listener: (details: Navigation) => void): unknown
  on(event: 'will-frame-navigate', listener: (details: Navigation) => void): unknown
  on(event: 'will-redirect', listener: (details: Navigation) => void): unknown
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown
  setWindowOpenHandler(handler: (details: { readonly url: string }) => { action: 'deny' }): void
}

/** The part of Electron's App that tells of every new WebContents. */
export interface ContentsSource {
  on(event: 'web-contents-created', listener: (event: unknown, contents: GuardedContents) => void): unknown
}

/** Guards every page, frame and webview that will ever be made; see `guardContents`. */
export function guardEveryContents(app: ContentsSource, openExternal: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, openExternal))
}

/**
 * Keeps contents on the page (checklist 12 to 15): no navigation to anywhere else, in no frame and by no redirect; no
 * webview; no new window. A link that asks for a new window goes to the system's browser, if it may leave at all.
 */
export function guardContents(contents: GuardedContents, openExternal: (url: string) => void): void {
  function stay(details: Navigation): void {
    if (!isAppUrl(details.url)) details.preventDefault()
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
