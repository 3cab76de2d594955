import type { PrintToPDFOptions, RenderProcessGoneDetails } from 'electron'
import type { GuardedContents } from '../../src/main/electron/content-guards.ts'
import type { ClickedPlace } from '../../src/main/electron/context-menu.ts'
import type { ShellContents } from '../../src/main/electron/shell-host.ts'
import type { ElectronApp } from './electron-app.ts'
import { ElectronEmitter } from './electron-event.ts'

/** Loads a URL; returns its status, or null without a response. Any status counts as a page. */
export type PageLoader = (url: string) => Promise<number | null>

/** `ERR_FAILED` of Chromium's net_error_list.h. */
const errFailed = -2

/**
 * A `WebContents`, as shell/browser/api/electron_api_web_contents.cc has it (`DidFinishNavigation`,
 * `PrimaryMainFrameRenderProcessGone`) and lib/browser/api/web-contents.ts (`loadURL`, the events it passes on to `app`).
 */
export class ElectronContents extends ElectronEmitter implements ShellContents, GuardedContents {
  /** Messages as they arrive in the page: structured clones. */
  readonly received: (readonly unknown[])[] = []
  readonly drags: string[] = []
  readonly prints: PrintToPDFOptions[] = []
  /** Editing commands sent to the page, by name. */
  readonly edits: string[] = []
  url = ''
  loads = 0
  /** Whether the page has stopped responding. */
  isHung = false
  #ended = 0
  readonly #looking = new Set<() => void>()
  #isDestroyed = false
  #isCrashed = false
  readonly #app: ElectronApp
  readonly #load: PageLoader

  constructor(app: ElectronApp, load: PageLoader) {
    super()
    this.#app = app
    this.#load = load
  }

  /** Rejects when the load fails. Nobody must catch that, because Electron does. */
  loadURL(url: string): Promise<void> {
    const loaded = this.#go(url)
    loaded.catch(() => undefined)
    return loaded
  }

  reload(): void {
    this.#throwIfDestroyed()
    void this.#go(this.url).catch(() => undefined)
  }

  async #go(url: string): Promise<void> {
    this.url = url
    this.loads += 1
    const status = await this.#load(url)
    if (this.#isDestroyed) return
    this.#isCrashed = false
    this.#ended += 1
    if (status === null) {
      this.failToLoad(errFailed, true)
    } else {
      this.tell('did-navigate', url, status, '')
      this.emit('did-finish-load')
    }
    for (const look of this.#looking) look()
    if (status !== null) return
    throw new Error(`ERR_FAILED (${errFailed}) loading '${url}'`)
  }

  /** Its result is a structured clone, as over IPC (shell/renderer/electron_api_service_impl.cc). */
  async executeJavaScript(code: string): Promise<unknown> {
    this.#throwIfDestroyed()
    return structuredClone(await this.#app.runInPage(code))
  }

  /** Resolves after this many loads. */
  loaded(count: number): Promise<void> {
    return this.until(() => this.#ended >= count)
  }

  failToLoad(code: number, isMainFrame: boolean): void {
    this.tell('did-fail-load', code, 'ERR', this.url, isMainFrame, 1, 1)
  }

  send(channel: string, ...words: unknown[]): void {
    this.#throwIfDestroyed()
    if (this.#isCrashed) return
    this.received.push(structuredClone([channel, ...words]))
    for (const look of this.#looking) look()
  }

  /** Resolves once the received messages satisfy a condition. */
  until(fits: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!fits()) return
        this.#looking.delete(look)
        resolve()
      }
      this.#looking.add(look)
      look()
    })
  }

  setWindowOpenHandler(): void {}

  /** Prints what it has loaded. */
  async printToPDF(options: PrintToPDFOptions): Promise<Buffer> {
    this.#throwIfDestroyed()
    this.prints.push(options)
    if (this.isHung) return await new Promise(() => undefined)
    return Buffer.from(`%PDF-1.7 ${this.url}`)
  }

  replaceMisspelling(word: string): void {
    this.edits.push(`replace ${word}`)
  }

  /** As Electron: nothing but on a Mac. */
  showDefinitionForSelection(): void {
    this.edits.push('look up')
  }

  copyImageAt(x: number, y: number): void {
    this.edits.push(`copy picture at ${x},${y}`)
  }

  /** Closes the page: it gets `pagehide` and saves unsent text. */
  hide(): void {
    if (!this.isHung) this.emit('pagehide')
  }

  /** The user clicks with the right button. */
  rightClick(place: ClickedPlace): void {
    this.tell('context-menu', place)
  }

  startDrag(item: { file: string }): void {
    this.drags.push(item.file)
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  destroy(): void {
    this.#isDestroyed = true
    this.emit('destroyed')
  }

  /** Ends the page's process; reported in a later turn, first here and then by the app. */
  crash(reason: RenderProcessGoneDetails['reason'] = 'crashed'): Promise<void> {
    this.#isCrashed = true
    return new Promise((resolve) => {
      setImmediate(() => {
        if (!this.#isDestroyed) {
          this.tell('render-process-gone', { reason, exitCode: 5 })
          this.#app.emit('render-process-gone', {}, this, { reason, exitCode: 5 })
        }
        resolve()
      })
    })
  }

  #throwIfDestroyed(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed')
  }
}
