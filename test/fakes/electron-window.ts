import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'
import type { ShellWindow } from '../../src/main/electron/shell-host.ts'
import type { ElectronApp } from './electron-app.ts'
import { ElectronEmitter } from './electron-event.ts'
import { ElectronContents, type PageLoader } from './electron-web-contents.ts'

/**
 * A `BrowserWindow`, as shell/browser/native_window.cc (`NotifyWindowCloseButtonClicked`, `NotifyWindowClosed`) and
 * shell/browser/api/electron_api_browser_window.cc (`OnCloseButtonClicked`) have it: `close` may be prevented; if it is
 * not, the page is closed first, and `closed` and the app's `window-all-closed` come in a later turn.
 */
export class ElectronWindow extends ElectronEmitter implements ShellWindow {
  readonly options: BrowserWindowConstructorOptions
  readonly webContents: ElectronContents
  readonly #app: ElectronApp
  /** Progress on dock or taskbar, as last set. */
  progress = -1
  isFocused = false
  isOnTop = false
  focusCalls = 0
  background: string
  #isVisible: boolean
  #isMaximized = false
  #isMinimized = false
  #isDestroyed = false
  #wasReady = false

  constructor(app: ElectronApp, load: PageLoader, options: BrowserWindowConstructorOptions) {
    super()
    this.#app = app
    this.options = options
    this.background = options.backgroundColor ?? '#fff'
    this.#isVisible = options.show ?? true
    this.webContents = new ElectronContents(app, load)
    this.webContents.on('did-finish-load', () => {
      if (this.#wasReady) return
      // after the first paint, once
      this.#wasReady = true
      this.emit('ready-to-show')
    })
    this.webContents.on('unresponsive', () => this.emit('unresponsive'))
    this.webContents.on('responsive', () => this.emit('responsive'))
    app.windowMade(this)
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  /** Clicks the window's close button. */
  close(): void {
    this.#throwIfDestroyed()
    if (this.tell('close')) {
      this.#app.windowCloseCancelled()
      return
    }
    setImmediate(() => {
      // the page is closed before the window (electron_api_browser_window.cc, `OnCloseButtonClicked`)
      if (!this.#isDestroyed) this.webContents.hide()
      if (!this.webContents.isHung) setImmediate(() => this.destroy())
    })
  }

  /** Destroys the window without a `close` event. */
  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    this.webContents.destroy()
    this.emit('closed')
    this.#app.windowGone(this)
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  isVisible(): boolean {
    return this.#isVisible
  }

  isMaximized(): boolean {
    return this.#isMaximized
  }

  isMinimized(): boolean {
    return this.#isMinimized
  }

  /** Hides it; its page lives on. */
  hide(): void {
    this.#throwIfDestroyed()
    this.#isVisible = false
    this.isFocused = false
  }

  setAlwaysOnTop(isOnTop: boolean): void {
    this.#throwIfDestroyed()
    this.isOnTop = isOnTop
  }

  show(): void {
    this.#throwIfDestroyed()
    this.#isVisible = true
    this.isFocused = true
  }

  focus(): void {
    this.#throwIfDestroyed()
    this.isFocused = true
    this.focusCalls += 1
  }

  restore(): void {
    this.#isMinimized = false
  }

  minimize(): void {
    this.#isMinimized = true
    this.isFocused = false
  }

  maximize(): void {
    this.#isMaximized = true
  }

  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    this.#throwIfDestroyed()
    return this.bounds ?? { x: 10, y: 20, width: 1000, height: 700 }
  }

  bounds: Rectangle | null = null

  /** The user or the system moves the window. */
  place(bounds: Rectangle): void {
    this.bounds = bounds
    this.emit('move')
    this.emit('resize')
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#throwIfDestroyed()
    this.bounds = { x: 0, y: 0, width: 0, height: 0, ...bounds }
  }

  setBackgroundColor(color: string): void {
    this.#throwIfDestroyed()
    this.background = color
  }

  setProgressBar(progress: number): void {
    this.#throwIfDestroyed()
    this.progress = progress
  }

  /** A method of a destroyed window throws "Object has been destroyed". */
  #throwIfDestroyed(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed')
  }
}

/** Windows logs the user off or shuts down: shell/browser/native_window_views_win.cc, `WM_QUERYENDSESSION` and `WM_ENDSESSION`. */
export function endSession(app: ElectronApp): { readonly refused: boolean } {
  const event = { reasons: ['logoff'], preventDefault: () => (refused = true) }
  let refused = false
  for (const window of app.windows) window.emit('query-session-end', event)
  if (refused) return { refused }
  for (const window of [...app.windows]) window.emit('session-end', event)
  // unless the app quits by itself, the process ends when this returns
  if (!app.isQuitting) app.terminate()
  return { refused }
}
