import { join } from 'node:path'
import type { EventName } from '../../shared/ipc/contract.ts'
import type { Clock, Log, Platform } from '../platform.ts'
import type { Leaving } from '../services/app/work-under-way.ts'
import type { ShellHost, ShellTray } from './shell-host.ts'
import { trayWords } from './tray-words.ts'

/** Longest delay before the menu shows the running work, in ms. */
const restMs = 1_000

export interface TrayParts {
  readonly host: Pick<ShellHost, 'Tray' | 'Menu'>
  /** The folder of the app's own files. */
  readonly resources: string
  readonly os: Platform['os']
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
  readonly language: () => string
  /** Returns the running work. */
  readonly leaving: () => Leaving
  readonly show: () => void
  readonly beginChat: () => void
  readonly askQuickly: () => void
  /** True if the queues are paused. */
  readonly isPaused: () => boolean
  readonly setPaused: (isPaused: boolean) => void
  readonly quit: () => void
}

/** The icon in the tray or menu bar, if the user enabled it: it shows running work, and leads back to the window. */
export class AppTray {
  private readonly parts: TrayParts
  private tray: ShellTray | null = null
  /** The text of the menu last passed to the system. */
  private said = ''
  private undo: (() => void) | null = null

  constructor(parts: TrayParts) {
    this.parts = parts
  }

  /** True if the icon exists. A desktop without a tray may still not show it. */
  get isThere(): boolean {
    return this.tray !== null
  }

  /** Adds or removes the icon, and updates its language. */
  showIcon(isWanted: boolean): void {
    if (isWanted && this.tray === null) this.addIcon()
    if (isWanted) this.renderMenu()
    else this.removeIcon()
  }

  /** Handles an event sent to the pages: work may have started or ended. Streamed text is ignored. */
  handleEvent(name: EventName): void {
    if (this.tray === null || this.undo !== null || name === 'chat.delta' || name === 'chat.thinking') return
    this.undo = this.parts.clock.after(restMs, () => {
      this.undo = null
      this.renderMenu()
    })
  }

  removeIcon(): void {
    this.undo?.()
    this.undo = null
    this.tray?.destroy()
    this.tray = null
    this.said = ''
  }

  private addIcon(): void {
    const { host, log, os, resources, show } = this.parts
    try {
      // macOS draws a file named Template in the colour of its menu bar (docs/api/native-image.md)
      const tray = new host.Tray(join(resources, os === 'mac' ? 'trayTemplate.png' : 'tray.png'))
      tray.setToolTip('Atelier')
      // on macOS a click opens the menu
      if (os !== 'mac') tray.on('click', show)
      this.tray = tray
    } catch (cause) {
      log('warn', 'electron.no_tray', { reason: String(cause) })
    }
  }

  private renderMenu(): void {
    const { askQuickly, beginChat, host, isPaused, language, leaving, quit, setPaused, show } = this.parts
    const words = trayWords(language())
    const running = words.runningWork(leaving())
    const paused = isPaused()
    const pause = paused ? words.resume : words.pause
    const said = [words.show, words.newChat, words.quick, pause, words.quit, running].join('\n')
    if (this.tray === null || said === this.said) return
    this.said = said
    // Linux applies a change only with a new menu (docs/api/tray.md)
    this.tray.setContextMenu(
      host.Menu.buildFromTemplate([
        { label: running, enabled: false },
        { type: 'separator' },
        { label: words.show, click: show },
        { label: words.newChat, click: beginChat },
        { label: words.quick, click: askQuickly },
        { type: 'separator' },
        { label: pause, click: () => setPaused(!paused) },
        { type: 'separator' },
        { label: words.quit, click: quit },
      ]),
    )
  }
}
