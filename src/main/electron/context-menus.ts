import type { MessageBoxOptions } from 'electron'
import type { App } from '../application.ts'
import type { ContextMenuPort } from '../platform.ts'
import { type ContextMenuActions, contextMenu } from './context-menu.ts'
import { dialogWords } from './dialog-words.ts'
import type { ShellHost, ShellWindow } from './shell-host.ts'

export interface ContextMenuParts {
  readonly host: Pick<ShellHost, 'Menu' | 'clipboard'>
  /** Only macOS has word lookup and sharing. */
  readonly isMac: boolean
  readonly language: () => string
  readonly addToDictionary: ContextMenuActions['addToDictionary']
  /** Runs a call of the app. */
  readonly call: App['call']
  /** Shows a message box. */
  readonly ask: (options: MessageBoxOptions) => Promise<unknown>
}

/** Shows the right-click menus of windows. */
export class ContextMenus implements ContextMenuPort {
  private readonly parts: ContextMenuParts
  /** The code block that was clicked; null once its menu was created. */
  private code: string | null = null

  constructor(parts: ContextMenuParts) {
    this.parts = parts
  }

  /**
   * Stores the code block, which the page reports while it handles the click. Chromium requests the menu after that, on
   * the same channel, so this call always comes first (electron_api_ipc_renderer.cc, `GetRemoteAssociatedInterfaces`).
   */
  clickedCode(code: string): void {
    this.code = code
  }

  /** Shows a context menu at each right click in a window. */
  offer({ webContents }: ShellWindow): void {
    const { addToDictionary, host, isMac, language } = this.parts
    const { clipboard, Menu } = host
    webContents.on('context-menu', (_event, place) => {
      const { code } = this
      this.code = null
      const template = contextMenu(place, code, language(), {
        replaceMisspelling: (word) => webContents.replaceMisspelling(word),
        addToDictionary,
        lookUp: isMac ? () => webContents.showDefinitionForSelection() : null,
        canShare: isMac,
        copyLink: (url) => void clipboard.writeText(url),
        copyPicture: (x, y) => webContents.copyImageAt(x, y),
        savePicture: (mediaId) => void this.savePicture(mediaId),
        copyCode: (text) => void clipboard.writeText(text),
      })
      if (template.length === 0) return
      const menu = Menu.buildFromTemplate(template)
      // at the pointer, unless a key opened the menu
      if (place.menuSourceType === 'keyboard') menu.popup({ x: place.x, y: place.y })
      else menu.popup()
    })
  }

  private async savePicture(mediaId: string): Promise<void> {
    const { ask, call, language } = this.parts
    const { picture, notSaved } = dialogWords(language())
    const saved = await call('media.save', { mediaId, name: picture })
    if (!saved.ok) await ask({ type: 'error', message: notSaved, detail: saved.error.detail })
  }
}
