import { closeMenu, type MenuEntry, useMenu } from './menu-store.ts'

/** An Enter so soon after a composition ended it, in ms. */
const compositionMs = 100

type Key = Pick<
  React.KeyboardEvent,
  'altKey' | 'ctrlKey' | 'key' | 'keyCode' | 'metaKey' | 'shiftKey' | 'timeStamp'
> & {
  readonly nativeEvent: { readonly isComposing: boolean }
}

/**
 * Gives a key of the composer to its menu, if that is open. False where the key is not the menu's; keys of an input
 * method never are.
 */
export function menuKey(event: Key, entries: readonly MenuEntry[], composedAt: number | null): boolean {
  if (entries.length === 0 || event.nativeEvent.isComposing || event.keyCode === 229) return false
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
  const at = Math.min(useMenu.getState().at, entries.length - 1)
  switch (event.key) {
    case 'ArrowDown':
      useMenu.setState({ at: (at + 1) % entries.length })
      return true
    case 'ArrowUp':
      useMenu.setState({ at: (at + entries.length - 1) % entries.length })
      return true
    case 'Enter':
    case 'Tab':
      if (composedAt !== null && event.timeStamp - composedAt < compositionMs) return true
      entries[at]?.choose()
      return true
    case 'Escape':
      closeMenu()
      return true
    default:
      return false
  }
}
