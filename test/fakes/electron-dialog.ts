import type { MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron'
import type { DialogParent, ShellDialog } from '../../src/main/electron/shell-host.ts'

/** An open message box. */
export interface StandingBox {
  readonly options: MessageBoxOptions
  /** Its parent window; null without one. */
  readonly parent: DialogParent | null
  /** Presses the button with a label. */
  press(label: string): void
}

/**
 * The system's dialogs. A box stays open until the test presses a button or its signal closes it (docs/api/dialog.md).
 */
export class ElectronDialog implements ShellDialog {
  /** Open boxes, oldest first. */
  readonly boxes: StandingBox[] = []
  readonly errors: { readonly title: string; readonly text: string }[] = []
  readonly saves: SaveDialogOptions[] = []
  readonly opens: OpenDialogOptions[] = []
  /** Where the user saves; null cancels. */
  savesTo: string | null = null
  #waiting: ((box: StandingBox) => void)[] = []

  showErrorBox(title: string, text: string): void {
    this.errors.push({ title, text })
  }

  showMessageBox(
    first: DialogParent | MessageBoxOptions,
    second?: MessageBoxOptions,
  ): Promise<{ readonly response: number }> {
    const options = second ?? first
    if (!('message' in options)) return Promise.reject(new TypeError('Invalid template for MessageBox'))
    const parent = 'isDestroyed' in first ? first : null
    return new Promise((resolve) => {
      const close = (response: number): void => {
        this.boxes.splice(this.boxes.indexOf(box), 1)
        resolve({ response })
      }
      const box: StandingBox = {
        options,
        parent,
        press: (label) => {
          const at = options.buttons?.indexOf(label) ?? -1
          if (at < 0) throw new Error(`no button ${label} among ${options.buttons?.join(', ')}`)
          close(at)
        },
      }
      options.signal?.addEventListener('abort', () => close(options.cancelId ?? 0), { once: true })
      this.boxes.push(box)
      this.#waiting.shift()?.(box)
    })
  }

  /** The open box, or the next one. */
  async box(): Promise<StandingBox> {
    const [standing] = this.boxes
    return standing ?? (await new Promise((resolve) => this.#waiting.push(resolve)))
  }

  async showOpenDialog(
    first: DialogParent | OpenDialogOptions,
    second?: OpenDialogOptions,
  ): Promise<{ canceled: boolean; filePaths: string[] }> {
    if (second !== undefined) this.opens.push(second)
    else if (!('isDestroyed' in first)) this.opens.push(first)
    return { canceled: true, filePaths: [] }
  }

  async showSaveDialog(
    first: DialogParent | SaveDialogOptions,
    second?: SaveDialogOptions,
  ): Promise<{ canceled: boolean; filePath: string }> {
    if (second !== undefined) this.saves.push(second)
    else if (!('isDestroyed' in first)) this.saves.push(first)
    return { canceled: this.savesTo === null, filePath: this.savesTo ?? '' }
  }
}
