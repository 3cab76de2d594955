import type { MenuItemConstructorOptions } from 'electron'
import type { ShellMenu } from '../../src/main/electron/shell-host.ts'

/** A built menu, to inspect and click. */
export class ElectronMenu implements ShellMenu {
  readonly items: readonly MenuItemConstructorOptions[]
  readonly #popped: (menu: ElectronMenu) => void

  constructor(items: readonly MenuItemConstructorOptions[], popped: (menu: ElectronMenu) => void) {
    this.items = items
    this.#popped = popped
  }

  /** Where it opened; null is at the pointer. */
  place: { readonly x: number; readonly y: number } | null = null

  popup(place?: { readonly x: number; readonly y: number }): void {
    this.place = place ?? null
    this.#popped(this)
  }

  /** All items, including those of submenus. */
  get all(): readonly MenuItemConstructorOptions[] {
    const within = (items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] =>
      items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? within(item.submenu) : [])])
    return within(this.items)
  }

  /** The item with a label. */
  item(label: string): MenuItemConstructorOptions {
    const found = this.all.find((item) => item.label === label)
    if (found === undefined) throw new Error(`no item ${label} among ${this.all.map((item) => item.label).join(', ')}`)
    return found
  }

  /** Chooses an item, as a user does. */
  click(label: string): void {
    const { click } = this.item(label)
    // Electron's other arguments are unused
    if (click === undefined) throw new Error(`${label} does nothing`)
    Reflect.apply(click, undefined, [])
  }
}
