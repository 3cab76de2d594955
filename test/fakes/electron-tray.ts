import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type { ShellMenu, ShellTray } from '../../src/main/electron/shell-host.ts'
import { ElectronMenu } from './electron-menu.ts'

/** `Tray`: every method throws once it is destroyed (shell/browser/api/electron_api_tray.cc, `CheckAlive`). */
export class ElectronTray extends EventEmitter implements ShellTray {
  readonly icon: string
  toolTip = ''
  menu: ElectronMenu | null = null
  /** Number of menus that were given to the system. */
  menus = 0
  isDestroyed = false

  constructor(icon: string) {
    super()
    if (!existsSync(icon)) throw new Error(`Failed to load image from path '${icon}'`)
    this.icon = icon
  }

  setToolTip(words: string): void {
    this.#checkAlive()
    this.toolTip = words
  }

  setContextMenu(menu: ShellMenu | null): void {
    this.#checkAlive()
    this.menus += 1
    this.menu = menu instanceof ElectronMenu ? menu : null
  }

  destroy(): void {
    this.isDestroyed = true
  }

  /** Clicks the icon. */
  click(): void {
    this.emit('click')
  }

  #checkAlive(): void {
    if (this.isDestroyed) throw new Error('Tray is destroyed')
  }
}
