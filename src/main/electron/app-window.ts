import type { MessageBoxOptions } from 'electron'
import type { Clock, KeyValueStore } from '../platform.ts'
import { appUrl } from './app-origin.ts'
import { openWindow, type WindowLook } from './main-window.ts'
import type { ShellHost, ShellWindow } from './shell-host.ts'

/** Longest time for a page to save unsent text before it closes, in ms. */
const pageMs = 1000

export interface AppWindowParts {
  readonly host: ShellHost
  readonly windowLook: () => WindowLook
  readonly store: KeyValueStore
  readonly clock: Pick<Clock, 'after'>
  /** Called for every new window before it loads. */
  readonly opened: (window: ShellWindow) => void
  /** False once the app is quitting; no window may be opened then. */
  readonly mayOpen: () => boolean
}

/** The app's only window, which can be closed and opened again. */
export class AppWindow {
  private readonly parts: AppWindowParts
  /** The windows opened here; hidden print windows are not among them. */
  private readonly own = new WeakSet<ShellWindow>()

  constructor(parts: AppWindowParts) {
    this.parts = parts
  }

  /** The focused window, else any window; null when none is open. */
  get current(): ShellWindow | null {
    const { BrowserWindow } = this.parts.host
    const windows = BrowserWindow.getAllWindows().filter((window) => this.own.has(window))
    const focused = BrowserWindow.getFocusedWindow()
    return windows.find((window) => window === focused) ?? windows[0] ?? null
  }

  /** Brings the window to the front, or opens one. Returns the window only if it was opened. */
  show(): ShellWindow | null {
    const window = this.current
    if (window === null) return this.parts.mayOpen() ? this.openWindow() : null
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
    return null
  }

  /** Closes every window. Waits while pages save unsent text, but not for a page that does not answer. */
  async close(): Promise<void> {
    const { host, clock } = this.parts
    const windows = host.BrowserWindow.getAllWindows()
    const gone = windows.map((window) => new Promise<void>((resolve) => window.once('closed', resolve)))
    for (const window of windows) window.close()
    let undo = (): void => undefined
    const late = new Promise<void>((resolve) => {
      undo = clock.after(pageMs, resolve)
    })
    await Promise.race([Promise.all(gone), late])
    undo()
  }

  /** Reloads the page; its session storage remains. */
  load(): void {
    // `did-fail-load` reports a failed load
    void this.current?.loadURL(appUrl).catch(() => undefined)
  }

  /** Shows a message box, attached to the window when one is visible. Returns the button's index. */
  async askUser(options: MessageBoxOptions): Promise<number> {
    const window = this.current
    const { dialog } = this.parts.host
    // a sheet on a minimized window would be invisible
    if (window?.isMinimized()) window.restore()
    const shown = window?.isVisible() ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
    return (await shown).response
  }

  private openWindow(): ShellWindow {
    const { host, windowLook: look, store, clock, opened } = this.parts
    return openWindow(
      (options) => {
        const window = new host.BrowserWindow(options)
        this.own.add(window)
        opened(window)
        return window
      },
      look(),
      host.screen,
      store,
      clock,
    )
  }
}
