import type { MenuItemConstructorOptions } from 'electron'
import type { ShellMenu } from '../../src/main/electron/shell-host.ts'

/** A menu as it was built, to be looked at and clicked. */
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

  /** All items, those of submenus included. */
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

  /** Chooses an item, as a person does. */
  click(label: string): void {
    const { click } = this.item(label)
    // what Electron hands over besides is not looked at
    if (click === undefined) throw new Error(`${label} does nothing`)
    Reflect.apply(click, undefined, [])
  }
}
