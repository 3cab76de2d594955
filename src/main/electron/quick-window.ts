import type { Clipboard, Rectangle } from 'electron'
import { type QuickShortcutState, quickQuery } from '../../shared/quick-states.ts'
import type { Clock, Log, QuickPort } from '../platform.ts'
import { appUrl } from './app-origin.ts'
import { backgroundOf, type WindowLook, webPreferences } from './main-window.ts'
import { acceleratorOf } from './menu.ts'
import type { ShellHost, ShellWindow } from './shell-host.ts'

export const quickUrl = `${appUrl}${quickQuery}`
const size = { width: 640, height: 520 } as const
/** Longest pause of the shortcut, in ms: a page that crashed does not end it. */
const pauseMaxMs = 60_000
/** Delay after which the hidden window is loaded once a shortcut is set, in ms. */
const warmMs = 5_000

export interface QuickWindowParts {
  readonly host: Pick<ShellHost, 'BrowserWindow' | 'globalShortcut' | 'screen'> & {
    readonly clipboard: Pick<Clipboard, 'readText'>
  }
  readonly windowLook: () => WindowLook
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
  /** False once the app is quitting; then the window may close. */
  readonly mayOpen: () => boolean
  /** Called for a new window before it loads. */
  readonly opened: (window: ShellWindow) => void
  readonly raise: QuickPort['raise']
  readonly onShortcutState: (state: QuickShortcutState) => void
}

/** Returns the position of the window: centred in the upper part of a display, and no larger than it. */
export function quickBounds(area: Rectangle): Rectangle {
  const width = Math.min(size.width, area.width)
  const height = Math.min(size.height, area.height)
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 4),
    width,
    height,
  }
}

/** The small window for one question. It is hidden, never closed, so that it appears immediately and loses nothing. */
export class QuickWindow implements QuickPort {
  readonly raise: QuickPort['raise']
  private readonly parts: QuickWindowParts
  private window: ShellWindow | null = null
  private accelerator: string | null = null
  private state: QuickShortcutState = 'off'
  private isLeaving = false
  private undo: () => void = () => undefined
  /** Ends the pause of the shortcut; null without one. */
  private endPause: (() => void) | null = null

  constructor(parts: QuickWindowParts) {
    this.parts = parts
    this.raise = parts.raise
  }

  readonly show = (): 'main' => {
    const { host, mayOpen } = this.parts
    if (!mayOpen()) return 'main'
    const window = this.prepared()
    const display = host.screen.getDisplayNearestPoint(host.screen.getCursorScreenPoint())
    window.setBounds(quickBounds(display.workArea))
    window.show()
    window.focus()
    return 'main'
  }

  readonly hide = (): 'main' => {
    if (this.window?.isVisible()) this.window.hide()
    return 'main'
  }

  readonly toggle = (): void => {
    if (this.window?.isVisible() && this.window === this.parts.host.BrowserWindow.getFocusedWindow()) this.hide()
    else this.show()
  }

  /** Reads the clipboard, only for the focused window. */
  async clipboard(): Promise<string | null> {
    const { host } = this.parts
    const isFocused = this.window !== null && this.window === host.BrowserWindow.getFocusedWindow()
    return isFocused ? await host.clipboard.readText() : null
  }

  shortcut(): QuickShortcutState {
    return this.state
  }

  /** Registers the chord with the system, replacing the previous one; undefined removes it. */
  registerChord(chord: string | undefined): void {
    const { clock, host, mayOpen } = this.parts
    const wanted = acceleratorOf(chord)
    if (wanted === this.accelerator && (this.state === 'on' || wanted === null)) {
      this.reportState(chord === undefined ? 'off' : this.state === 'on' ? 'on' : 'refused')
      return
    }
    if (this.accelerator !== null) host.globalShortcut.unregister(this.accelerator)
    this.undo()
    this.endPause?.()
    this.endPause = null
    this.accelerator = wanted
    const isOn = wanted !== null && this.register(wanted)
    this.reportState(chord === undefined ? 'off' : isOn ? 'on' : 'refused')
    if (isOn)
      this.undo = clock.after(warmMs, () => {
        if (mayOpen()) this.prepared()
      })
  }

  pauseShortcut(isPaused: boolean): void {
    const { clock, host } = this.parts
    if (isPaused === (this.endPause !== null)) return
    this.endPause?.()
    this.endPause = isPaused ? clock.after(pauseMaxMs, () => this.pauseShortcut(false)) : null
    const { accelerator } = this
    if (accelerator === null) return
    if (isPaused) host.globalShortcut.unregister(accelerator)
    else this.reportState(this.register(accelerator) ? 'on' : 'refused')
  }

  /** Closes the window; its page saves unsent text first. */
  closeWindow(): void {
    this.undo()
    this.endPause?.()
    this.isLeaving = true
    if (this.accelerator !== null) this.parts.host.globalShortcut.unregister(this.accelerator)
    this.accelerator = null
    this.window?.close()
  }

  /** Loads the page again after a crash. */
  load(): void {
    void this.window?.loadURL(quickUrl).catch(() => undefined)
  }

  setBackground(color: string): void {
    this.window?.setBackgroundColor(color)
  }

  private register(accelerator: string): boolean {
    try {
      return this.parts.host.globalShortcut.register(accelerator, this.toggle)
    } catch (cause) {
      // keys that the system cannot express throw (accelerator_util.cc)
      this.parts.log('warn', 'quick.shortcut_failed', { reason: String(cause) })
      return false
    }
  }

  private reportState(state: QuickShortcutState): void {
    if (state === this.state) return
    this.state = state
    if (state === 'refused') this.parts.log('warn', 'quick.shortcut_refused')
    this.parts.onShortcutState(state)
  }

  /** Returns the window, created hidden if there is none. */
  private prepared(): ShellWindow {
    if (this.window !== null) return this.window
    const { host, windowLook: look, mayOpen, opened } = this.parts
    const shown = look()
    const window = new host.BrowserWindow({
      ...size,
      minWidth: 420,
      minHeight: 320,
      title: 'Atelier',
      show: false,
      alwaysOnTop: true,
      skipTaskbar: true,
      maximizable: false,
      minimizable: false,
      fullscreenable: false,
      autoHideMenuBar: true,
      backgroundColor: backgroundOf(shown.dark),
      ...(shown.os === 'linux' ? { icon: shown.icon } : {}),
      webPreferences: webPreferences(shown),
    })
    this.window = window
    window.on('close', (event) => {
      if (this.isLeaving || !mayOpen()) return
      event.preventDefault()
      window.hide()
    })
    window.once('closed', () => {
      this.window = null
    })
    opened(window)
    this.load()
    return window
  }
}
